// Networks of a certain kind, and captive portals.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@Suite struct `Behind a captive portal` {
    @Test func `a job that needs a network waits until somebody has logged in`() {  // B-7
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            # Until NetworkManager has answered nothing is known.
            % org.example.a@1000
            | network unknown: internet through wlan0
            > observed connection portal wlan0 unmetered "Cafe"
            % org.example.a@1000
            | network lacking: a captive portal holds back all traffic until somebody logs in to it
            +1m > observed connection open wlan0 unmetered "Cafe"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `where there is no NetworkManager the kernel's word counts at once`() {  // B-7
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }
}

@Suite struct `A job that needs a certain network` {
    @Test func `waits for one that is not metered, and does not act on a value in passing`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"unmetered":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open wlan0 metered "Phone"
            % org.example.a@1000
            | network holds: internet through wlan0
            | unmetered lacking: wlan0 is metered
            +1m > observed connection open wlan0 unmetered "Home"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > observed connection open wlan0 unknown "Home"
            @ +20s lossCounts unmetered
            +3s > observed connection open wlan0 unmetered "Home"
            +1m > wokeUp
            """)
    }

    @Test func `counts the worst of the links that leave the machine, and knows of none what nobody tells`()
    {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wg0 over wlan0 or wwan0" through=wg0,wlan0,wwan0 over=wlan0,wwan0 tunnels=wg0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"unmetered":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open wlan0 unmetered "Home" wwan0 metered
            % org.example.a@1000
            | network holds: internet through wg0 over wlan0 or wwan0
            | unmetered lacking: wwan0 is metered
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            % org.example.a@1000
            | network holds: internet through wlan0
            | unmetered settling: wlan0 is not metered
            > network yes "internet through eth0" through=eth0 over=eth0
            % org.example.a@1000
            | network holds: internet through eth0
            | unmetered unknown: NetworkManager does not know whether eth0 is metered
            > network no "no route to the internet"
            % org.example.a@1000
            | network lacking: no route to the internet
            | unmetered lacking: no route to the internet
            > network unknown "the kernel does not say"
            % org.example.a@1000
            | network unknown: the kernel does not say
            | unmetered unknown: the kernel does not say
            +1m > network yes "internet through eth0" through=eth0 over=eth0
            > observed connection open eth0 unmetered wwan0 metered
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `is in the wireless network that it leaves through, and not in one that stands by`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through eth0" through=eth0 over=eth0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"ssid":"Home"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open eth0 unmetered wlan0 unmetered "Home"
            % org.example.a@1000
            | network holds: internet through eth0
            | ssid "Home" lacking: internet through eth0, in no wireless network
            +1m > network yes "internet through wg0 over wlan0" through=wg0,wlan0 over=wlan0 tunnels=wg0 vpn=wg0
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits for the wireless network, the interface and the tunnel that it names`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"interface":"en*","ssid":["Home","Office"],"vpn":"wg0"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open wlan0 unmetered "Cafe"
            % org.example.a@1000
            | network holds: internet through wlan0
            | interface "en*" lacking: internet through wlan0
            | ssid "Home" "Office" lacking: connected to "Cafe"
            | vpn "wg0" lacking: no VPN wg0 is up
            +1m > network yes "internet through wlan1" through=wlan1,eno1 over=wlan1,eno1 tunnels=wg0
            +1m > observed connection open wlan0 unmetered "Cafe" wlan1 unmetered "Office"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits for an interface of the kind that it asks for, and is stopped without it`() {  // B-113
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0 cards=wlan0:wifi
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"transport":["ethernet","bluetooth"]}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection open wlan0 unmetered "Home"
            % org.example.a@1000
            | network holds: internet through wlan0
            | transport ethernet bluetooth lacking: internet through wlan0, which is Wi-Fi, not Ethernet or Bluetooth
            +1m > network yes "internet through eth0" through=eth0 over=eth0 cards=eth0:ethernet
            % org.example.a@1000
            | network holds: internet through eth0
            | transport ethernet bluetooth settling: internet through eth0, which is Ethernet
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            > launched run=1 process=4
            +1m > network yes "internet through wlan0" through=wlan0 over=wlan0 cards=wlan0:wifi
            @ +20s lossCounts transport ethernet bluetooth
            +20s > wokeUp
            < terminate run=1 requirementLost:transport
            < save org.example.a@1000 1 run=1 stop=requirementLost:transport
            """)
    }

    @Test func `is content with one of several interfaces, and waits where nobody can tell`() {  // B-113
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0,ppp0 over=wlan0,ppp0 cards=wlan0:wifi,ppp0:unknown
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"transport":"mobile"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            % org.example.a@1000
            | network holds: internet through wlan0
            | transport mobile unknown: nobody can tell what kind of interface ppp0 is
            +1m > network no "no route to the internet"
            % org.example.a@1000
            | network lacking: no route to the internet
            | transport mobile lacking: no route to the internet
            +1m > network unknown "the kernel does not say"
            % org.example.a@1000
            | network unknown: the kernel does not say
            | transport mobile unknown: the kernel does not say
            +1m > network yes "internet through wlan0" through=wlan0,eth0 over=wlan0,eth0 cards=wlan0:wifi,eth0:ethernet
            % org.example.a@1000
            | network settling: internet through wlan0
            | transport mobile lacking: internet through wlan0, which is Wi-Fi, and eth0, which is Ethernet, not mobile broadband
            +1m > network yes "internet through ppp0" through=ppp0,wwan0 over=ppp0,wwan0 cards=ppp0:unknown,wwan0:mobile
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `leaves mobile broadband alone where it is told to, and what may be it`() {  // B-113
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through ppp0" through=ppp0 over=ppp0 cards=ppp0:unknown
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"not":{"network":{"transport":"mobile"}}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager is not on the system bus"
            % org.example.a@1000
            | not network lacking: internet through ppp0 (anyOf 1)
            | not transport mobile unknown: nobody can tell what kind of interface ppp0 is (anyOf 2)
            +1m > network yes "internet through wwan0" through=wwan0 over=wwan0 cards=wwan0:mobile
            % org.example.a@1000
            | not network lacking: internet through wwan0 (anyOf 1)
            | not transport mobile lacking: internet through wwan0, which is mobile broadband (anyOf 2)
            +1m > network yes "internet through wlan0" through=wlan0 over=wlan0 cards=wlan0:wifi
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits for the VPN that people have given a name in NetworkManager`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"vpn":"Office (Berlin)"}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection absent "NetworkManager has left the system bus"
            % org.example.a@1000
            | network holds: internet through wlan0
            | vpn "Office (Berlin)" lacking: no VPN Office (Berlin) is up
            +1m > observed connection open "Home" wlan0 unmetered
            +1m > observed connection open "Home" "Office (Berlin)" wlan0 unmetered
            % org.example.a@1000
            | network holds: internet through wlan0
            | vpn "Office (Berlin)" settling: Office (Berlin) is connected
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `takes no VPN for absent of which a NetworkManager that hangs could tell`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"not":{"network":{"vpn":"Office"}}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection unknown "NetworkManager does not answer"
            % org.example.a@1000
            | not network lacking: internet through wlan0 (anyOf 1)
            | not vpn "Office" unknown: NetworkManager does not answer (anyOf 2)
            +1m > observed connection absent "NetworkManager has left the system bus"
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            """)
    }

    @Test func `waits until everything leaves through a VPN, whatever its name`() {  // B-27
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network yes "internet through wlan0" through=wlan0 over=wlan0
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requires":{"network":{"vpn":true}}}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:00Z
            < reply #1 accepted org.example.a@1000 new
            < observe subject connection
            > observed connection unknown "there is no NetworkManager"
            % org.example.a@1000
            | network holds: internet through wlan0
            | vpn lacking: no VPN is up
            +1m > network yes "internet through wlan0" through=wlan0 over=wlan0 tunnels=wg0
            % org.example.a@1000
            | network holds: internet through wlan0
            | vpn lacking: wg0 is up, but not everything leaves through it
            +1m > network unknown "the kernel does not say"
            % org.example.a@1000
            | network unknown: the kernel does not say
            | vpn unknown: the kernel does not say
            +1m > network yes "internet through wg0 over wlan0" through=wg0,wlan0 over=wlan0 tunnels=wg0 vpn=wg0
            +5s > wokeUp
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < observe sleep
            % org.example.a@1000
            | network holds: internet through wg0 over wlan0
            | vpn holds: everything leaves through wg0
            """)
    }

    @Test func `takes no gain away that settles as it is the first to ask`() {  // B-8
        check(
            """
            > recovered nextRun=1
            > files 0 unreadable 0
            > network no "no route to the internet"
            > submit #1 by=1000 owner=1000 {"identifier":"org.example.t","command":["true"],"schedule":{"event":"network"}}
            < save org.example.t@1000 1 scheduled open
            < reply #1 accepted org.example.t@1000 new
            +10s > network yes "internet through eth0" through=eth0
            +1s > submit #2 by=1000 owner=1000 {"identifier":"org.example.a","command":["true"],"requiresNetwork":true}
            < save org.example.a@1000 1 due since=2026-11-20T10:00:11Z
            < reply #2 accepted org.example.a@1000 new
            @ +4s settles network
            +4s > wokeUp
            < save org.example.t@1000 1 run=2
            < save org.example.a@1000 1 run=1
            < launch run=1 org.example.a@1000
            < launch run=2 org.example.t@1000
            < observe sleep
            """)
    }
}

// Requirements at the limits of what the reader accepts.

package enum RequirementSamples {
    package static let edges = [
        #"{"batteryLevel": 1}"#, #"{"batteryLevel": 100}"#, #"{"idle": "1s"}"#, #"{"idle": "30d"}"#,
        #"{"load": 0.01}"#, #"{"load": 100}"#, #"{"load": 99.99}"#, #"{"pressure": {"cpu": 1}}"#,
        #"{"pressure": {"io": 100}}"#, #"{"temperature": -50}"#, #"{"temperature": 150}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1152921504606846976}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": 1152921504606846975}}"#,
        #"{"freeSpace": {"path": "/", "atLeast": "1048576T"}}"#,
        #"{"pathExists": "\#(String(repeating: "/" + String(repeating: "a", count: 255), count: 15))\#(String(repeating: "/a", count: 127))b"}"#,
        #"{"pathExists": "/..a/.b/ é"}"#,
        #"{"pathExists": ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"]}"#,
        #"{"mounted": "/"}"#, #"{"mounted": "UUID=\#(String(repeating: "a", count: 64))"}"#,
        #"{"device": [{"A": "*"}, {"A": "\#(String(repeating: "b", count: 255))"}]}"#,
        #"{"device": {"A": "1", "B": "1", "C": "1", "D": "1", "E": "1", "F": "1", "G": "1", "H_9": "1"}}"#,
        #"{"network": {"interface": "a23456789012345"}}"#,
        #"{"network": {"ssid": "\#(String(repeating: "é", count: 16))"}}"#,
        #"{"network": {"reachable": "a_b-c.example:65535"}}"#, #"{"network": {"reachable": "192.0.2.1:1"}}"#,
        #"{"network": {"reachable": "[::ffff:192.0.2.1]:1"}}"#,
        #"{"command": {"command": ["/x", ""], "every": "7d", "timeBudget": "1m"}}"#,
        #"{"command": {"command": ["/x"], "every": "1m", "timeBudget": "1s"}}"#,
        #"{"not": {"not": {"anyOf": [{"lid": "open"}]}}}"#,
        #"{"anyOf": [{"load": 1}, {"load": 2}, {"load": 3}, {"load": 4}, {"load": 5}, {"load": 6}, {"load": 7}, {"load": 8}]}"#,
    ]
}

// Two other implementations of time zones: Python's zoneinfo on the system's files, and the C library on rules.
import BGRunTestSupport
import Foundation
import Testing

enum ZoneOracle {
    /// What one says of many instants.
    struct Answers: Decodable {
        /// All names of one and the same file, or the rule that was asked for.
        var names: [String]
        var instants: [Int64]
        var offsets: [Int64]
        var isDaylightSaving: [Bool]
        var abbreviations: [String]
    }

    /// Every stored transition with the seconds around it, and random instants of 500 years, of each file of the zone
    /// database. The times of transitions are read here once more, so that none that we overlook stays unasked.
    private static let zoneinfo = """
        import datetime, json, pathlib, random, struct, zoneinfo
        top = "/usr/share/zoneinfo"
        zoneinfo.reset_tzpath([top])
        random.seed(1)
        utc = datetime.timezone.utc
        files = {}
        for name in sorted(zoneinfo.available_timezones()):
            if name != "localtime":
                files.setdefault(pathlib.Path(top, name).read_bytes(), []).append(name)
        for data, names in files.items():
            size = lambda at, w: (lambda c: c[3]*(w+1) + c[4]*6 + c[5] + c[2]*(w+4) + c[1] + c[0])(
                struct.unpack(">6l", data[at+20:at+44]))
            start = 44 + size(0, 4)
            count = struct.unpack(">l", data[start+32:start+36])[0]
            stored = struct.unpack(f">{count}q", data[start+44:start+44+8*count])
            instants = {s + d for s in stored if s > -6e10 for d in (-1, 0)}
            instants |= {random.randrange(-2208988800, 13569465600) for _ in range(40)}
            zone = zoneinfo.ZoneInfo(names[0])
            times = [datetime.datetime.fromtimestamp(i, utc).astimezone(zone) for i in sorted(instants)]
            print(json.dumps({
                "names": names, "instants": sorted(instants),
                "offsets": [int(t.utcoffset().total_seconds()) for t in times],
                "isDaylightSaving": [bool(t.dst()) for t in times],
                "abbreviations": [t.tzname() for t in times]}))
        """

    private static let clibrary = """
        import json, os, random, sys, time
        random.seed(2)
        for rule in sys.stdin.read().split():
            os.environ["TZ"] = rule
            time.tzset()
            instants = [random.randrange(0, 13569465600) for _ in range(100)]
            times = [time.localtime(i) for i in instants]
            print(json.dumps({
                "names": [rule], "instants": instants, "offsets": [t.tm_gmtoff for t in times],
                "isDaylightSaving": [t.tm_isdst > 0 for t in times], "abbreviations": [t.tm_zone for t in times]}))
        """

    static func allZones() throws -> [Answers] { try run(zoneinfo, input: "") }

    static func rules(_ rules: [String]) throws -> [Answers] {
        try run(clibrary, input: rules.joined(separator: "\n"))
    }

    private static func run(_ program: String, input: String) throws -> [Answers] {
        let command = try Command.run(["/usr/bin/python3", "-c", program], input: input)
        try #require(command.status == 0, "\(command.errors)")
        return try command.output.split(separator: "\n").map {
            try JSONDecoder().decode(Answers.self, from: Data($0.utf8))
        }
    }
}

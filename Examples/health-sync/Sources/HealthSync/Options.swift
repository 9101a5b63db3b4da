// What the command line says: where the records are, and who takes them.
import BackgroundTasks

struct Options {
    /// Where the records lie, and what the program remembers.
    var folder = URL(filePath: ".", directoryHint: .isDirectory)
    var server = URL(filePath: "/")
    /// From now to the next run; by default it is the next night at two.
    var interval: TimeInterval?
    /// How long the program rests after each upload, so that it can be cut there.
    var rest: TimeInterval = 0
    /// The service is the one that articles build, call by call.
    var isArticle = false

    init(_ arguments: [String]) {
        for argument in arguments.dropFirst() {
            if argument == "--article" {
                isArticle = true
                continue
            }
            let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard words.count == 2 else { Self.leave() }
            switch (words[0], TimeInterval(words[1]), URL(string: words[1])) {
            case ("--folder", _, _): folder = URL(filePath: words[1], directoryHint: .isDirectory)
            case ("--server", _, let address?): server = address
            case ("--interval", let seconds?, _): interval = seconds
            case ("--rest", let seconds?, _): rest = seconds
            default: Self.leave()
            }
        }
        guard server.scheme == "http" else { Self.leave() }
    }

    private static func leave() -> Never {
        print(
            "usage: HealthSync --folder=FOLDER --server=http://HOST:PORT [--interval=SECONDS] [--rest=SECONDS] [--article]"
        )
        exit(2)
    }
}

// What the command line says, so that a night takes minutes, and somebody else has the lines.
import BackgroundTasks

struct Options {
    /// Who writes the lines down beside the program's own output.
    var collector: URL?
    /// How far the lines of a task lie apart, in seconds: a minute in the experiment.
    var every: TimeInterval = 60
    /// How many tasks are asked for; there are handlers for four.
    var tasks = 4
    /// The task that never says that it is complete.
    var stubborn: Int?
    /// The delegate of an application in place of a program that says more of what it does.
    var isArticle = false

    init(_ arguments: [String]) {
        for argument in arguments.dropFirst() {
            if argument == "--article" {
                isArticle = true
                continue
            }
            let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard words.count == 2 else { Self.leave() }
            switch (words[0], TimeInterval(words[1]), Int(words[1]), URL(string: words[1])) {
            case ("--collector", _, _, let address?) where address.scheme == "http": collector = address
            case ("--every", let seconds?, _, _) where (0.01...86_400).contains(seconds): every = seconds
            case ("--tasks", _, let count?, _) where (1...100).contains(count): tasks = count
            case ("--stubborn", _, let task?, _) where (1...4).contains(task): stubborn = task
            default: Self.leave()
            }
        }
    }

    private static func leave() -> Never {
        print("usage: ObserveBehaviour [--every=SECONDS] [--collector=http://HOST:PORT] [--tasks=COUNT]")
        print("                        [--stubborn=TASK] [--article]")
        exit(2)
    }
}

// What the command line says, so that half an hour need not be waited for.
import BackgroundTasks

struct Options {
    /// From now to the next refresh: the articles' 15 minutes.
    var interval: TimeInterval = 15 * 60
    /// How long an operation takes; theirs take microseconds.
    var span: TimeInterval = 0
    /// Whether cancelled work is reported as such.
    var isHonest = false
    /// Both handlers get one identifier: the slip of who copies the code.
    var isCopied = false
    /// The application is the one that articles build, call by call.
    var isArticle = false

    init(_ arguments: [String]) {
        for argument in arguments.dropFirst() {
            let words = argument.split(separator: "=")
            switch (words.first, words.count == 2 ? TimeInterval(words[1]) : nil) {
            case ("--interval", let seconds?): interval = seconds
            case ("--slow", let seconds?): span = seconds
            case ("--honest", nil): isHonest = true
            case ("--copied", nil): isCopied = true
            case ("--article", nil): isArticle = true
            default:
                print(
                    "usage: RefreshAndProcess [--interval=SECONDS] [--slow=SECONDS] [--honest] [--copied] [--article]"
                )
                exit(2)
            }
        }
    }
}

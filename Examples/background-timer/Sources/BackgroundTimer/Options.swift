// What the command line says.
import BackgroundTasksUIKitNames

struct Options {
    /// From where it counts.
    var count = 15
    /// How long a second of the countdown lasts, in seconds.
    var second = 1.0
    /// It counts as articles do.
    var isArticle = false

    init(_ arguments: [String]) {
        for argument in arguments.dropFirst() {
            let words = argument.split(separator: "=")
            switch (words.first, words.count == 2 ? Double(words[1]) : nil) {
            case ("--article", nil): isArticle = true
            case ("--second", let seconds?) where seconds > 0: second = seconds
            case (let word?, nil) where (Int(word) ?? 0) > 0: count = Int(word) ?? count
            default:
                print("usage: BackgroundTimer [COUNT] [--second=SECONDS] [--article]")
                exit(2)
            }
        }
    }
}

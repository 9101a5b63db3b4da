// What the command line says.
import BackgroundTasksUIKitNames

struct Options {
    /// The names of the operations, in the order in which they depend on each other.
    var names = ["work"]
    var pages = 10_000
    var size = 1 << 20
    /// The operations are those of the articles, with their hole.
    var isArticle = false
    /// The operations do not stop when they are told to.
    var isStubborn = false

    init(_ arguments: [String]) {
        for argument in arguments.dropFirst() {
            let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let value = words.count == 2 ? words[1] : ""
            switch (words.first, Int(value)) {
            case ("--names", nil) where !value.isEmpty:
                names = value.split(separator: ",").map(String.init)
            case ("--pages", let count?): pages = count
            case ("--size", let bytes?): size = bytes
            case ("--article", nil): isArticle = true
            case ("--stubborn", nil): isStubborn = true
            default:
                print(
                    "usage: AssertionOperation [--names=A,B,C] [--pages=N] [--size=BYTES] [--article] [--stubborn]"
                )
                exit(2)
            }
        }
    }
}

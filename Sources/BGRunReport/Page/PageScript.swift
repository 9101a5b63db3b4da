// The page's one script, joined from its parts in the order in which they need each other.

enum PageScript {
    static let text = [model, drawing, lanes, tables, controls].joined(separator: "\n")
}

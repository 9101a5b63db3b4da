// A weekday by its English name, at the beginning of a text.

/// `Mon` or `Monday`, in any case of letters.
struct WeekdayName {
    /// From 0, a Sunday, to 6.
    let number: Int
    /// How many bytes of the text it takes.
    let length: Int

    /// Nil where the text begins with none.
    init?(at text: Substring.UTF8View) {
        for (number, name) in Self.names.enumerated() {
            for length in [name.utf8.count, 3]
            where text.prefix(length).equalsLowercase(String(name.prefix(length))) {
                (self.number, self.length) = (number, length)
                return
            }
        }
        return nil
    }

    private static let names = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
}

// How many of something, as people say it.

/// "1 job", "2 jobs".
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

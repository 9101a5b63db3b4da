// How a value is laid out as text.

/// The two forms of JSON text: one for programs, one for people.
package enum JSONLayout: Sendable {
    /// One line, no spaces.
    case compact
    /// One member or element a line, indented by two spaces a level.
    case pretty
}

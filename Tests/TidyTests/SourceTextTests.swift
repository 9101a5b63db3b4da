// The reader that the other rules stand on.
import Testing

@Suite struct `The code of a Swift file` {
    private func code(_ text: String) -> String { SourceText(path: "a.swift", text: text).code }

    @Test func `leaves out comments, and blocks in blocks`() {
        #expect(code("a // b\nc") == "a     \nc")
        #expect(code("a /* b /* c */ d\n */ e") == "a               \n    e")
    }

    @Test func `leaves out what stands in literals`() {
        #expect(code(#"f("x // y") // z"#) == #"f("      ")     "#)
        #expect(code("f(\"\"\"\n  a \"b\" c\n  \"\"\") g") == "f(\"\"\"\n         \n  \"\"\") g")
        #expect(code(##"f(#"a " b"#) g"##) == ##"f(#"     "#) g"##)
        #expect(code(#"f("a \" b") g"#) == #"f("      ") g"#)
    }

    @Test func `keeps code inside an interpolation`() {
        #expect(code(#"f("a \(g("x", (b))) c") h"#) == #"f("    g(" ", (b)))  ") h"#)
    }

    @Test func `leaves out names in backticks and survives a stray quotation mark`() {
        #expect(code("func `is \"odd\" // so`() {}") == "func `              `() {}")
        #expect(code("/a\"b/\nlet c") == "/a\"  \nlet c")
    }
}

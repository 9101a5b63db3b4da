// Where the tests begin. With a file of this name the package manager looks for no XCTests, which takes an index of all sources.
import Testing

@main struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

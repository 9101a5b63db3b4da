// A small set of words, as `kind` of a descriptor has.

enum SampleKind: String, CaseIterable {
    case processing, refresh
}

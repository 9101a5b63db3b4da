// What somebody else's program says of values by one of our JSON Schemas.
import BGRunJSON
import BGRunTestSupport
import Foundation
import Testing

/// The judgement of PyPI's `jsonschema`, an implementation that shares nothing with ours.
enum OtherImplementation {
    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for line in sys.stdin:
            errors = sorted(validator.iter_errors(json.loads(line)), key=lambda error: error.json_path)
            print("; ".join(f"{error.json_path}: {error.message}" for error in errors).replace("\\n", " "))
        """

    /// What it says of each of these values by the schema at this path; empty where it accepts one.
    static func judgements(by schema: String, of values: [JSONValue]) throws -> [String] {
        let python = Repository.path(".venv/bin/python3")
        try #require(FileManager.default.isExecutableFile(atPath: python), "`make deps` makes \(python)")
        let command = try Command.run(
            [python, "-c", program, Repository.path(schema)],
            input: values.map { $0.text() + "\n" }.joined())
        try #require(command.status == 0, "\(command.errors)")
        return command.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }
}

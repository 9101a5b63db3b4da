// docs/cookbook.md and Examples/cookbook: each has what the other has, word for word.
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `The cookbook` {
    private let page: String
    private let recipes: [(path: String, text: String)]

    init() throws {
        page = try Repository.text("docs/cookbook.md")
        recipes = try Repository.files(below: "Examples/cookbook", suffix: ".json")
            .map { ($0, try Repository.text($0)) }
    }

    @Test func `has each descriptor as its file has it, and no other`() throws {
        let shown = page.matches(of: /(?s)```json\n(.*?)```/).map { String($0.output.1) }
        #expect(shown.count == 20)
        #expect(Set(shown) == Set(recipes.map(\.text)))
        for (path, text) in recipes {
            let keys = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let identifier = try #require(keys?["identifier"] as? String)
            #expect(path == "Examples/cookbook/\(identifier).json")
            // What has come of it in the test that runs it.
            #expect(page.contains("\n| \(identifier) | "), "\(identifier)")
        }
    }

    @Test func `has each script that a descriptor calls, and links to it`() throws {
        let scripts = try FileManager.default.contentsOfDirectory(
            atPath: Repository.path("Examples/cookbook/bin"))
        let called = recipes.flatMap { recipe in
            recipe.text.matches(of: /"\/(?:home\/me\/\.local\/bin|usr\/local\/sbin)\/([a-z-]+)"/)
                .map { String($0.output.1) }
        }
        #expect(Set(called) == Set(scripts))
        for script in scripts {
            #expect(page.contains("(../Examples/cookbook/bin/\(script))"), "\(script)")
            #expect(
                FileManager.default.isExecutableFile(
                    atPath: Repository.path("Examples/cookbook/bin/\(script)")))
        }
    }

    @Test func `keeps secrets out of descriptors`() {
        for (path, text) in recipes {
            #expect(!text.contains(/(?i)_(PASSWORD|PASSPHRASE|TOKEN|KEY)"/), "\(path)")
        }
    }
}

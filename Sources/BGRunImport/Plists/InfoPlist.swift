// What an application's Info.plist says of its tasks.

/// The keys of an Info.plist that have to do with background tasks; in XML, or in Apple's binary form.
package struct InfoPlist {
    /// Why it can't be used.
    package struct Fault: Error {
        package let reason: String
        package let advice: String
    }

    /// `CFBundleIdentifier`, where it is a name and no variable of Xcode's.
    package let application: String?
    /// `CFBundleDisplayName` or `CFBundleName`.
    package let title: String?
    /// `BGTaskSchedulerPermittedIdentifiers`, as they stand there.
    private let identifiers: [String]
    /// `UIBackgroundModes`.
    private let modes: [String]

    /// So long may the file be.
    package static let byteLimit = 262_144
    private static let permitted = "BGTaskSchedulerPermittedIdentifiers"
    private static let variables = ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}"]

    package init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.byteLimit else {
            throw Fault(reason: "it is longer than \(Self.byteLimit) bytes", advice: "check which file it is")
        }
        guard case .object(let keys) = try Self.value(bytes) else {
            throw Fault(reason: "this is no Info.plist", advice: "its outermost value is a dictionary")
        }
        identifiers =
            if case .list? = keys[Self.permitted] { keys[Self.permitted]?.strings ?? [] } else { [] }
        modes = keys["UIBackgroundModes"]?.strings ?? []
        title = [keys["CFBundleDisplayName"], keys["CFBundleName"]].compactMap { $0?.string }
            .first { !$0.contains("$") && !$0.isEmpty }
        let name = keys["CFBundleIdentifier"]?.string
        application = name.flatMap { $0.contains("$") ? nil : $0 }
        if identifiers.isEmpty {
            throw Fault(
                reason: "it permits no task: \(Self.permitted) is missing, or no list of texts",
                advice: "name each by --task, in place of the file")
        }
    }

    private static func value(_ bytes: [UInt8]) throws(Fault) -> PlistValue {
        if bytes.starts(with: "bplist".utf8) {
            guard let value = BinaryPlist.value(bytes) else {
                throw Fault(reason: "the binary property list is broken", advice: "check which file it is")
            }
            return value
        }
        do throws(PlistValue.Fault) {
            return try PlistValue(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw Fault(reason: error.reason, advice: error.advice)
        }
    }

    /// The identifiers, with the application's name where Xcode would put it.
    package func tasks(of application: String) -> [String] {
        identifiers.map { text in
            Self.variables.reduce(text) { text, variable in
                text.split(separator: variable, omittingEmptySubsequences: false).joined(
                    separator: application)
            }
        }
    }

    /// What means something else here, a line each.
    package var remarks: [String] {
        var lines: [String] = []
        for (mode, requests) in [("fetch", "refresh"), ("processing", "processing")]
        where !modes.contains(mode) {
            lines.append(
                "UIBackgroundModes has no \"\(mode)\", so iOS refuses \(requests) requests; here each task may have both"
            )
        }
        let others = modes.filter { $0 != "fetch" && $0 != "processing" }
        if !others.isEmpty {
            lines.append("nothing is like the background modes \(others.joined(separator: ", ")) here")
        }
        return lines
    }
}

// swift-tools-version: 6.2
// A program of its own that holds background tasks, by UIKit's names on Linux and by UIKit elsewhere.
import PackageDescription

let package = Package(
    name: "assertion-operation",
    dependencies: [.package(name: "bgrun", path: "../..")],
    targets: [
        .executableTarget(
            name: "AssertionOperation",
            dependencies: [
                .product(
                    name: "BackgroundTasksUIKitNames", package: "bgrun", condition: .when(platforms: [.linux])
                )
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)

// swift-tools-version: 6.2
// A program of its own with a delegate, by UIKit's names on Linux and by UIKit elsewhere.
import PackageDescription

let package = Package(
    name: "background-timer",
    dependencies: [.package(name: "bgrun", path: "../..")],
    targets: [
        .executableTarget(
            name: "BackgroundTimer",
            dependencies: [
                .product(
                    name: "BackgroundTasksUIKitNames", package: "bgrun", condition: .when(platforms: [.linux])
                )
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)

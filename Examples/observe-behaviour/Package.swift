// swift-tools-version: 6.2
// A program of its own that uses the library BackgroundTasks on Linux, and Apple's framework elsewhere.
import PackageDescription

let package = Package(
    name: "observe-behaviour",
    dependencies: [.package(name: "bgrun", path: "../..")],
    targets: [
        .executableTarget(
            name: "ObserveBehaviour",
            dependencies: [
                .product(
                    name: "BackgroundTasksUIKitNames", package: "bgrun", condition: .when(platforms: [.linux])
                )
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)

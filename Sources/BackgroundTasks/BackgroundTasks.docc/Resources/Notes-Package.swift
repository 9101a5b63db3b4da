// swift-tools-version: 6.2
// A program that counts the words of notes in the background.
import PackageDescription

let package = Package(
    name: "Notes",
    dependencies: [.package(name: "bgrun", path: "../bgrun")],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "BackgroundTasks", package: "bgrun", condition: .when(platforms: [.linux]))
            ])
    ]
)

// swift-tools-version: 6.2
// The program that the tutorial of BackgroundTasks ends with.
import PackageDescription

let package = Package(
    name: "Notes",
    dependencies: [.package(name: "bgrun", path: "../..")],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "BackgroundTasks", package: "bgrun", condition: .when(platforms: [.linux]))
            ])
    ]
)

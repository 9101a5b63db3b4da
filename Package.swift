// swift-tools-version: 6.2
// The rooms of bgrun and the arrows between them; ARCHITECTURE.md explains both and a test holds them to it.
import PackageDescription

/// Every Swift room is built the same way: warnings are errors, and each unsafe expression is marked.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// Tests call C now and then to play a hostile neighbour; they are not held to the memory-safety marks.
let testHouse: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Marks for what a processor checks of jumps that a program did not mean. Of a program with Swift's library in it, which has none, they
/// would be lost.
#if arch(x86_64)
    let hardened = ["-fcf-protection=full"]
#else
    let hardened = ["-mbranch-protection=standard"]
#endif

/// The rooms that read what comes from outside, which fuzzers try.
let fuzzed = [
    "BGRunJSON", "BGRunCalendar", "BGRunJob", "BGRunLinux", "BGRunWire", "BGRunStore", "BGRunDevice",
    "BGRunImport", "CSQLite",
]

/// In the build of the tests, which is not optimised, two rooms are: all that is said and stored goes through the first, and each
/// instant through the second. Seven seconds of a processor more for the compiler, and a minute less for the tests.
let isTested = Context.environment["BGRUN_TESTED"] != nil
let optimised: [SwiftSetting] = isTested ? [.unsafeFlags(["-Xfrontend", "-O"])] : []

func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], with settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: house + settings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: testHouse)
}

func example(
    _ name: String, in folder: String, _ mode: SwiftLanguageMode = .v5,
    with product: Target.Dependency = "BackgroundTasks"
) -> Target {
    .executableTarget(
        name: name, dependencies: [product], path: "Examples/\(folder)/Sources/\(name)",
        swiftSettings: testHouse + [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "bgrun",
    products: [
        .executable(name: "bgrun", targets: ["bgrun"]),
        .executable(name: "bgrund", targets: ["bgrund"]),
        .executable(name: "bgrun-exec", targets: ["bgrun-exec"]),
        .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
        .library(name: "BackgroundTasksUIKitNames", targets: ["BackgroundTasksUIKitNames"]),
        .library(name: "BackgroundTasksTesting", targets: ["BackgroundTasksTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        // Text, time arithmetic, nouns: pure.
        room("BGRunJSON", with: optimised),
        room("BGRunCalendar", with: optimised),
        room("BGRunJob", ["BGRunJSON", "BGRunCalendar"]),

        // Descriptors and system calls.
        .target(name: "CLinux"),
        // A program without any library: 18 KB that start in no time. What the driver would link beside is left out. gold can't
        // make such a program.
        .executableTarget(
            name: "bgrun-exec",
            cSettings: [
                .headerSearchPath("../CLinux/include"),
                .unsafeFlags(
                    hardened + [
                        "-ffreestanding", "-fstack-protector-strong", "-mstack-protector-guard=global",
                    ]),
            ],
            linkerSettings: [
                .unsafeFlags([
                    "-use-ld=lld", "-nostartfiles", "-static-stdlib", "-Xclang-linker", "-nostdlib",
                    "-Xclang-linker", "-static-pie",
                    "-Xclang-linker", "-Qunused-arguments", "-Xlinker", "--gc-sections",
                ])
            ]),
        room("BGRunLinux", ["CLinux"]),

        // Six rooms that do not know each other.
        room(
            "BGRunScheduler",
            ["BGRunJob", "BGRunCalendar", .product(name: "HeapModule", package: "swift-collections")]),
        room("BGRunWire", ["BGRunJSON", "BGRunJob", "BGRunCalendar"]),
        room("BGRunStore", ["BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunLinux", "CSQLite"]),
        room("BGRunDevice", ["BGRunJSON", "BGRunCalendar", "BGRunJob", "BGRunLinux", "CUdev", "CSystemd"]),
        room("BGRunLaunch", ["BGRunJob", "BGRunLinux", "CPAM"]),
        room("BGRunForecast", ["BGRunJob", "BGRunCalendar"]),
        // Schedules of cron, anacron, systemd and launchd as descriptors: text in, text out.
        room("BGRunImport", ["BGRunJSON", "BGRunCalendar", "BGRunJob"]),
        // The scheduler over a past or a story, in virtual time.
        room("BGRunRehearsal", ["BGRunScheduler", "BGRunJSON", "BGRunJob", "BGRunCalendar"]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        // sd-bus, by the headers of libsystemd-dev; the library itself is loaded when it is first needed.
        .target(name: "CSystemd"),
        // PAM's account check, loaded by the process that asks.
        .target(name: "CPAM"),

        // The loop that joins them, and the programs.
        room(
            "BGRunDaemon",
            [
                "BGRunJSON", "BGRunCalendar", "BGRunJob", "BGRunLinux", "BGRunScheduler", "BGRunWire",
                "BGRunStore",
                "BGRunDevice", "BGRunLaunch", "BGRunForecast",
            ]),
        room("BGRunText", ["BGRunJob", "BGRunCalendar", "BGRunWire"]),
        room("BGRunReport", ["BGRunJSON", "BGRunCalendar", "BGRunJob", "BGRunText"]),
        room("BGRunClient", ["BGRunJSON", "BGRunCalendar", "BGRunLinux", "BGRunWire"]),
        // The library for applications. None of the rooms it imports shows in what it offers.
        .target(
            name: "BackgroundTasks",
            dependencies: ["BGRunClient", "BGRunWire", "BGRunJob", "BGRunCalendar", "BGRunLinux"],
            swiftSettings: house + [.enableUpcomingFeature("InternalImportsByDefault")]),
        // What has to do with the background of UIKit, for who asks for it.
        .target(
            name: "BackgroundTasksUIKitNames", dependencies: ["BackgroundTasks"],
            swiftSettings: house + [.enableUpcomingFeature("InternalImportsByDefault")]),
        // The scheduler in a test's own process, for who tests handlers.
        .target(
            name: "BackgroundTasksTesting",
            dependencies: [
                "BackgroundTasks", "BGRunScheduler", "BGRunClient", "BGRunWire", "BGRunJob", "BGRunCalendar",
            ],
            swiftSettings: house + [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(name: "bgrund", dependencies: ["BGRunDaemon"], swiftSettings: house),
        .executableTarget(
            name: "bgrun",
            dependencies: [
                "BGRunClient", "BGRunText", "BGRunDevice", "BGRunJSON", "BGRunJob", "BGRunCalendar",
                "BGRunLinux", "BGRunWire", "BGRunForecast", "BGRunReport", "BGRunRehearsal", "BGRunImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),

        // The examples' programs, as tests run them; each is a package of its own too.
        example("RefreshAndProcess", in: "refresh-and-process", with: "BackgroundTasksUIKitNames"),
        example("HealthSync", in: "health-sync"),
        example("ObserveBehaviour", in: "observe-behaviour", with: "BackgroundTasksUIKitNames"),
        example("Notes", in: "notes", .v6),
        example("AssertionOperation", in: "assertion-operation", with: "BackgroundTasksUIKitNames"),
        example("BackgroundTimer", in: "background-timer", .v6, with: "BackgroundTasksUIKitNames"),

        // What every test target may lean on: scratch directories, programs found, output compared.
        .target(
            name: "BGRunTestSupport", dependencies: ["BGRunLinux"], path: "Tests/BGRunTestSupport",
            resources: [.copy("Fixtures")], swiftSettings: testHouse),
        // What tests need of the machine, and are skipped without. Apart, since programs that are released have no use for Testing.
        .target(
            name: "TestConditions", dependencies: ["BGRunLinux", "BGRunTestSupport"],
            path: "Tests/TestConditions",
            swiftSettings: testHouse),
        tests("BGRunJSONTests", ["BGRunJSON", "BGRunTestSupport"]),
        tests("BGRunCalendarTests", ["BGRunCalendar", "BGRunTestSupport"]),
        // Descriptors, manifests and policies from their schemas.
        .target(
            name: "GeneratedSamples", dependencies: ["BGRunJob", "BGRunJSON", "BGRunTestSupport"],
            path: "Tests/GeneratedSamples", swiftSettings: testHouse),
        tests(
            "BGRunJobTests",
            ["BGRunJob", "BGRunJSON", "BGRunCalendar", "BGRunTestSupport", "GeneratedSamples"]),
        // Scenarios are read where they lie in the sources.
        tests(
            "BGRunSchedulerTests",
            ["BGRunScheduler", "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"],
            exclude: ["Scenarios"]),
        tests(
            "BGRunRehearsalTests", ["BGRunRehearsal", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"]),
        tests(
            "BGRunImportTests", ["BGRunImport", "BGRunJSON", "BGRunJob", "BGRunTestSupport"],
            exclude: ["Settings"]),
        tests("BGRunLinuxTests", ["BGRunLinux", "BGRunTestSupport", "TestConditions"]),
        tests("BGRunWireTests", ["BGRunWire", "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"]),
        tests(
            "BGRunStoreTests",
            [
                "BGRunStore", "BGRunJob", "BGRunCalendar", "BGRunLinux", "CSQLite", "BGRunTestSupport",
                "GeneratedSamples", "TestConditions", "StoreWriter",
            ]),
        // A process of its own that writes: to be killed in the middle of it, and to be measured.
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["BGRunStore", "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunLinux"],
            path: "Tests/StoreWriter", swiftSettings: testHouse),
        // Pages of made-up pasts, for the browser that checks them.
        .executableTarget(
            name: "ReportMaker", dependencies: ["BGRunReport", "BGRunText", "BGRunJob", "BGRunCalendar"],
            path: "Tests/ReportMaker", swiftSettings: testHouse),
        tests(
            "BGRunReportTests",
            ["BGRunReport", "BGRunText", "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"]),
        // What schedules cost, for `make bench`.
        .executableTarget(
            name: "ScheduleMeter",
            dependencies: [
                "BGRunScheduler", "BGRunStore", "BGRunDevice", "BGRunJob", "BGRunCalendar", "BGRunLinux",
            ],
            path: "Tests/ScheduleMeter", swiftSettings: testHouse),
        // What a task costs that a program registers, for `make bench`.
        .executableTarget(
            name: "TaskMeter", dependencies: ["BackgroundTasks"], path: "Tests/TaskMeter",
            swiftSettings: testHouse),
        tests(
            "BGRunDeviceTests",
            [
                "BGRunDevice", "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunLinux", "BGRunTestSupport",
                "TestConditions", "DeviceProbe",
            ],
            resources: [.copy("Fixtures")]),
        // A process of its own that follows power, to be run where sysfs and udev are emulated.
        .executableTarget(
            name: "DeviceProbe", dependencies: ["BGRunDevice", "BGRunJob", "BGRunLinux"],
            path: "Tests/DeviceProbe", swiftSettings: testHouse),
        tests(
            "BGRunLaunchTests",
            ["BGRunLaunch", "BGRunJob", "BGRunLinux", "BGRunTestSupport", "TestConditions"]),
        tests("BGRunForecastTests", ["BGRunForecast", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"]),
        // The screens are read where they lie in the sources.
        tests(
            "BGRunTextTests", ["BGRunText", "BGRunWire", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"],
            exclude: ["Screens"]),
        tests(
            "BGRunClientTests",
            [
                "BGRunClient", "BGRunWire", "BGRunLinux", "BGRunJSON", "BGRunJob", "BGRunCalendar",
                "BGRunTestSupport",
            ]),
        // The library as programs use it, in both language modes and on the main actor by default; and one that is idle, to be counted.
        .target(
            name: "SurfaceSwift5", dependencies: ["BackgroundTasks", "BackgroundTasksUIKitNames"],
            path: "Tests/SurfaceSwift5",
            swiftSettings: testHouse + [.swiftLanguageMode(.v5)]),
        .target(
            name: "SurfaceSwift6", dependencies: ["BackgroundTasks", "BackgroundTasksUIKitNames"],
            path: "Tests/SurfaceSwift6",
            swiftSettings: testHouse),
        .target(
            name: "SurfaceMainActor", dependencies: ["BackgroundTasks", "BackgroundTasksUIKitNames"],
            path: "Tests/SurfaceMainActor",
            swiftSettings: testHouse + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
        .executableTarget(
            name: "IdleGuest", dependencies: ["BackgroundTasks"], path: "Tests/IdleGuest",
            swiftSettings: testHouse),
        tests(
            "BackgroundTasksTests",
            [
                "BackgroundTasks", "BackgroundTasksUIKitNames", "SurfaceSwift5", "SurfaceSwift6",
                "SurfaceMainActor", "IdleGuest", "BackgroundTasksTesting",
                "BGRunWire", "BGRunLinux",
                "BGRunJSON", "BGRunJob", "BGRunCalendar", "BGRunTestSupport",
            ]),
        tests(
            "BGRunDaemonTests",
            [
                "BGRunDaemon", "BGRunScheduler", "BGRunStore", "BGRunDevice", "BGRunLaunch", "BGRunLinux",
                "BGRunJob", "BGRunCalendar", "BGRunTestSupport", "TestConditions",
            ]),
        tests(
            "EndToEndTests",
            [
                "BGRunClient", "BGRunWire", "BGRunStore", "BGRunJSON", "BGRunJob", "BGRunCalendar",
                "BGRunLinux",
                "BGRunTestSupport", "TestConditions", "RefreshAndProcess", "HealthSync", "ObserveBehaviour",
                "Notes",
                "AssertionOperation", "BackgroundTimer",
            ]),
        // The real core and store in virtual time, from a seed, with faults; and thousands of seeds in an optimised build.
        .target(
            name: "LaptopLife",
            dependencies: ["BGRunScheduler", "BGRunStore", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"],
            path: "Tests/LaptopLife", swiftSettings: testHouse),
        .executableTarget(
            name: "LifeSoak", dependencies: ["LaptopLife"], path: "Tests/LifeSoak", swiftSettings: testHouse),
        // A store whose writer is killed and whose disk loses power, many times.
        .target(name: "DiskRecorder", path: "Tests/DiskRecorder"),
        .executableTarget(
            name: "StoreSoak",
            dependencies: ["DiskRecorder", "BGRunStore", "BGRunJob", "BGRunCalendar", "BGRunTestSupport"],
            path: "Tests/StoreSoak", swiftSettings: testHouse),
        tests("SimulationTests", ["LaptopLife", "BGRunScheduler", "BGRunJob", "BGRunCalendar"]),
        // What must be so of what comes from outside; each seed holds here, and `packaging/scripts/fuzz` makes up more.
        .target(
            name: "Fuzzers", dependencies: fuzzed.map { .byName(name: $0) }, path: "Tests/Fuzzers",
            exclude: ["Seeds"], swiftSettings: testHouse),
        tests("FuzzersTests", ["Fuzzers", "BGRunTestSupport"]),
        // The pages of the manual and the completions, made from what the programs say of themselves.
        tests("ManualTests", ["BGRunJob", "BGRunJSON", "BGRunTestSupport"]),
        tests("TidyTests", ["BGRunTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// `packaging/scripts/fuzz` asks for the fuzzers alone, with the rooms that read what comes from outside: each of them is
// built a second time for it, as -sanitize=fuzzer has it, and nothing is fetched.
if Context.environment["BGRUN_FUZZ"] != nil {
    let runner: [Target] = [
        .executableTarget(
            name: "FuzzRunner", dependencies: ["Fuzzers", "CFuzzer"], path: "Tests/FuzzRunner",
            swiftSettings: testHouse),
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    ]
    let rooms = fuzzed + ["Fuzzers", "CLinux", "CUdev", "CSystemd"]
    package.products = []
    package.dependencies = []
    package.targets = package.targets.filter { rooms.contains($0.name) } + runner
}

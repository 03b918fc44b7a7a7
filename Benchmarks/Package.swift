// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "slipway-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tables", targets: ["Tables"]),
        .executable(name: "tables-foundation", targets: ["FoundationPeer"]),
        .executable(name: "hosted", targets: ["Hosted"]),
    ],
    dependencies: [
        .package(name: "slipway", path: "..", traits: ["Daemon"]),
        // Without its traits: they replace malloc and the runtime's retain and release, which are
        // part of the measurement.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The measured parts: shapes of graphs, and every engine behind one protocol.
        .target(
            name: "Engines",
            dependencies: ["Twins", .product(name: "Slipway", package: "slipway")]
        ),
        // The same work in C and C++: the graph check, handing a token between two threads, and
        // graphs run by Taskflow, if the variable TASKFLOW names the folder of its headers.
        .target(
            name: "Twins",
            cxxSettings: Context.environment["TASKFLOW"].map {
                [.unsafeFlags(["-isystem", $0])]
            }
        ),
        // Whole tables; every measurement runs in its own process.
        .executableTarget(
            name: "Tables",
            dependencies: ["Engines", "Twins", .product(name: "Slipway", package: "slipway")]
        ),
        // Measures Foundation's engine for `tables`: a process that links Foundation is slower from
        // its start, so the other engines run without it.
        .executableTarget(
            name: "FoundationPeer",
            dependencies: ["Engines", .product(name: "Slipway", package: "slipway")]
        ),
        // One launch with socket, journal and history, or without them.
        .executableTarget(
            name: "Hosted",
            dependencies: [
                "Engines", .product(name: "Slipway", package: "slipway"),
                .product(name: "SlipwayHost", package: "slipway"),
            ]
        ),
        // Repeated, warm figures. The plug-in takes every program in this folder for its own, so
        // the others are below Sources.
        .executableTarget(
            name: "Warm",
            dependencies: [
                "Engines",
                .product(name: "Slipway", package: "slipway"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Warm",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "slipway",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Slipway", targets: ["Slipway"]),
        .library(name: "SlipwaySystemd", targets: ["SlipwaySystemd"]),
        .library(name: "SlipwayServiceLifecycle", targets: ["SlipwayServiceLifecycle"]),
        .library(name: "SlipwayMetrics", targets: ["SlipwayMetrics"]),
        .library(name: "SlipwayTracing", targets: ["SlipwayTracing"]),
        .library(name: "SlipwayTesting", targets: ["SlipwayTesting"]),
        .executable(name: "slipwayd", targets: ["slipwayd"]),
        .executable(name: "slipway", targets: ["SlipwayCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        // swift-subprocess speaks of paths and descriptors in its types.
        .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
        // Without its Foundation trait: nothing here needs it, and it costs start-up time.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        // In adapters only.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // The library. Standard library and C library only.
        .target(name: "CSlipway"),
        .target(name: "Slipway", dependencies: ["CSlipway"]),

        // systemd: readiness, status, watchdog, activation sockets, journal.
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        .target(name: "SlipwaySystemd", dependencies: ["Slipway", "CSystemd"]),

        // Adapters: each needs the library and one other package.
        .target(
            name: "SlipwayServiceLifecycle",
            dependencies: [
                "Slipway",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "SlipwayMetrics",
            dependencies: ["Slipway", .product(name: "CoreMetrics", package: "swift-metrics")]
        ),
        .target(
            name: "SlipwayTracing",
            dependencies: [
                "Slipway", .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),

        // For tests of one's own plans: virtual time, and seeds.
        .target(name: "SlipwayTesting", dependencies: ["Slipway"]),

        // What the daemon is made of.
        .target(
            name: "SlipwayJSON",
            dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]
        ),
        // libyaml itself: a layer for Swift would bring Foundation into the daemon.
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(
            name: "SlipwayConfiguration",
            dependencies: ["Slipway", "SlipwayJSON", "CYAML"]
        ),
        .target(
            name: "SlipwayBodies",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayConfiguration",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(name: "SlipwayStore", dependencies: ["Slipway", "SlipwayJSON"]),
        .target(
            name: "SlipwayControl",
            dependencies: [
                "Slipway", "SlipwayJSON",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "SlipwayDaemon",
            dependencies: [
                "CSlipway", "Slipway", "SlipwaySystemd", "SlipwayJSON", "SlipwayConfiguration",
                "SlipwayBodies", "SlipwayStore", "SlipwayControl",
            ]
        ),

        // Executables: arguments, one call, an exit code.
        .executableTarget(
            name: "slipwayd",
            dependencies: ["SlipwayDaemon"]
        ),
        .executableTarget(
            name: "SlipwayCommand",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayConfiguration", "SlipwayControl",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // The backend that the storefront example talks to.
        .executableTarget(
            name: "storefront-backend",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Sources/Examples/StorefrontBackend"
        ),
        // What a watchdog is for: a service of the library's, whose main queue blocks.
        .executableTarget(
            name: "blocked-main",
            dependencies: ["Slipway", "SlipwaySystemd"],
            path: "Sources/Examples/BlockedMain"
        ),

        // Small programs to copy from.
        .executableTarget(
            name: "storefront",
            dependencies: ["Slipway"],
            path: "Sources/Examples/Storefront"
        ),
        .executableTarget(
            name: "service",
            dependencies: ["Slipway", "SlipwaySystemd"],
            path: "Sources/Examples/Service"
        ),
        .executableTarget(
            name: "login",
            dependencies: ["Slipway"],
            path: "Sources/Examples/Login"
        ),
        .executableTarget(
            name: "image-download",
            dependencies: ["Slipway"],
            path: "Sources/Examples/ImageDownload"
        ),
        .executableTarget(
            name: "exclusive-alerts",
            dependencies: ["Slipway"],
            path: "Sources/Examples/ExclusiveAlerts"
        ),
        .executableTarget(
            name: "token-renewal",
            dependencies: ["Slipway"],
            path: "Sources/Examples/TokenRenewal"
        ),

        .executableTarget(
            name: "main-thread-fixture",
            dependencies: ["Slipway", "CSlipway"],
            path: "Tests/Fixtures/MainThread"
        ),
        .executableTarget(
            name: "few-threads-fixture",
            dependencies: ["Slipway"],
            path: "Tests/Fixtures/FewThreads"
        ),
        .testTarget(
            name: "SlipwayTests",
            dependencies: [
                "Slipway", "CSlipway", "main-thread-fixture", "few-threads-fixture",
            ]
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "storefront", "service", "login", "image-download", "exclusive-alerts",
                "token-renewal",
            ]
        ),
        .testTarget(name: "SlipwaySystemdTests", dependencies: ["SlipwaySystemd"]),
        .testTarget(
            name: "SlipwayTestingTests",
            dependencies: ["Slipway", "SlipwayTesting"]
        ),
        .testTarget(
            name: "SlipwayServiceLifecycleTests",
            dependencies: [
                "Slipway", "SlipwayServiceLifecycle",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "SlipwayMetricsTests",
            dependencies: [
                "Slipway", "SlipwayMetrics",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "SlipwayTracingTests",
            dependencies: [
                "Slipway", "SlipwayTracing",
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(name: "SlipwayJSONTests", dependencies: ["SlipwayJSON"]),
        .testTarget(name: "SlipwayConfigurationTests", dependencies: ["SlipwayConfiguration"]),
        .testTarget(
            name: "SlipwayBodiesTests",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayConfiguration", "SlipwayBodies",
                "storefront-backend",
            ]
        ),
        .testTarget(
            name: "SlipwayStoreTests",
            dependencies: ["Slipway", "SlipwayJSON", "SlipwayStore"]
        ),
        .testTarget(
            name: "SlipwayControlTests",
            dependencies: ["Slipway", "SlipwayJSON", "SlipwayControl"]
        ),
        .testTarget(name: "SlipwayCommandTests", dependencies: ["SlipwayCommand"]),
        // Real processes, sockets and, where it may, a real systemd.
        .testTarget(
            name: "SlipwayDaemonTests",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayControl", "SlipwayDaemon", "slipwayd",
                "SlipwayCommand", "storefront-backend", "blocked-main",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

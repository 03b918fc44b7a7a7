// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "slipway",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Slipway", targets: ["Slipway"]),
        .library(name: "SlipwayReport", targets: ["SlipwayReport"]),
        .library(name: "SlipwayPictures", targets: ["SlipwayPictures"]),
        .library(name: "SlipwaySystemd", targets: ["SlipwaySystemd"]),
        .library(name: "SlipwayHost", targets: ["SlipwayHost"]),
        .library(name: "SlipwayClient", targets: ["SlipwayClient"]),
        .library(name: "SlipwayServiceLifecycle", targets: ["SlipwayServiceLifecycle"]),
        .library(name: "SlipwayMetrics", targets: ["SlipwayMetrics"]),
        .library(name: "SlipwayTracing", targets: ["SlipwayTracing"]),
        .library(name: "SlipwayTesting", targets: ["SlipwayTesting"]),
        .executable(name: "slipwayd", targets: ["slipwayd"]),
        .executable(name: "slipway", targets: ["SlipwayCommand"]),
    ],
    // Parts that users may leave out; only the adapters of these names and the programs need one.
    traits: [
        .trait(name: "Daemon", description: "The programs slipwayd and slipway"),
        .trait(name: "ServiceLifecycle", description: "SlipwayServiceLifecycle, an adapter"),
        .trait(name: "Metrics", description: "SlipwayMetrics, an adapter"),
        .trait(name: "Tracing", description: "SlipwayTracing, an adapter"),
        .default(enabledTraits: ["Daemon", "ServiceLifecycle", "Metrics", "Tracing"]),
    ],
    // Each use of one, in tests too, is for a trait: a package that asks for none fetches nothing.
    dependencies: [
        // Daemon.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // ServiceLifecycle, and the log of its tests.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Metrics.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        // Tracing.
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        // The library: standard library and C library only.
        .target(name: "CSlipway"),
        .target(name: "Slipway", dependencies: ["CSlipway"]),
        // JSON: values, a parser, and whatever is written.
        .target(name: "SlipwayJSON"),
        // The meaning of a report: chains, explanations, times, what is slower than usual.
        .target(name: "SlipwayReport", dependencies: ["Slipway"]),
        // Pictures of plans and launches, and what would change them: pure functions; the daemon has none of it.
        .target(
            name: "SlipwayPictures",
            dependencies: ["Slipway", "SlipwayReport", "SlipwayJSON"]
        ),

        // systemd: readiness, status, watchdog, activation sockets, journal.
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        .target(name: "SlipwaySystemd", dependencies: ["Slipway", "SlipwayReport", "CSystemd"]),

        // Adapters: each needs the library, one other package and the trait of its name.
        .target(
            name: "SlipwayServiceLifecycle",
            dependencies: [
                "Slipway",
                .product(
                    "ServiceLifecycle",
                    of: "swift-service-lifecycle",
                    for: "ServiceLifecycle"
                ),
            ]
        ),
        .target(
            name: "SlipwayMetrics",
            dependencies: ["Slipway", .product("CoreMetrics", of: "swift-metrics", for: "Metrics")]
        ),
        .target(
            name: "SlipwayTracing",
            dependencies: [
                "Slipway", .product("Tracing", of: "swift-distributed-tracing", for: "Tracing"),
            ]
        ),

        // For tests of an embedder's plans: virtual time, and seeds.
        .target(
            name: "SlipwayTesting",
            dependencies: ["Slipway", "SlipwayReport", "SlipwayPictures"]
        ),

        // The daemon's modules. System calls as values: addresses, error numbers.
        .target(name: "SlipwaySystem", dependencies: ["CSlipway"]),
        .target(
            name: "SlipwayLoop",
            dependencies: ["CSlipway", "CSystemd", "Slipway", "SlipwaySystem"]
        ),
        .target(name: "CSlipwayProcess"),
        .target(
            name: "SlipwayProcess",
            dependencies: [
                "CSlipway", "CSlipwayProcess", "Slipway", "SlipwaySystem", "SlipwayLoop",
            ]
        ),
        // Varlink as such: records, frames, calls, interface definitions. Knows no launch, has no loop.
        .target(name: "SlipwayVarlink", dependencies: ["Slipway", "SlipwayJSON"]),
        // The control interface: methods, records and errors.
        .target(
            name: "SlipwayInterface",
            dependencies: ["Slipway", "SlipwayReport", "SlipwayJSON", "SlipwayVarlink"]
        ),
        // A sender in Swift.
        .target(
            name: "SlipwayClient",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface",
            ]
        ),
        // libyaml itself: a Swift wrapper would bring Foundation into the daemon.
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(
            name: "SlipwayConfiguration",
            dependencies: ["Slipway", "SlipwaySystem", "SlipwayJSON", "CYAML"]
        ),
        // A configured operation: how it runs, what it takes over from the generation before, how it is undone.
        .target(
            name: "SlipwayOperations",
            dependencies: ["Slipway", "SlipwaySystem", "SlipwayJSON", "SlipwayConfiguration"]
        ),
        // libcurl's headers, and calls of its functions: it is loaded when it is needed.
        .target(name: "CCurl"),
        .target(
            name: "SlipwayBodies",
            dependencies: [
                "CCurl", "Slipway", "SlipwaySystem", "SlipwayLoop", "SlipwayProcess",
                "SlipwayJSON", "SlipwayConfiguration", "SlipwayOperations",
            ]
        ),
        // SQLite's headers: it is loaded when it is needed. Wrappers of it bring Foundation into the daemon.
        .target(name: "CSQLite"),
        .target(
            name: "SlipwayStore",
            dependencies: [
                "CSQLite", "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayJSON",
                "SlipwayVarlink",
                "SlipwayInterface",
            ]
        ),
        .target(
            name: "SlipwayControlServer",
            dependencies: [
                "Slipway", "SlipwaySystem", "SlipwayLoop", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface",
            ]
        ),
        // A launch as a service: sockets, durable actions, systemd.
        .target(
            name: "SlipwayHost",
            dependencies: [
                "CSlipway", "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayLoop",
                "SlipwaySystemd",
                "SlipwayJSON", "SlipwayVarlink", "SlipwayInterface", "SlipwayStore",
                "SlipwayControlServer",
            ]
        ),
        .target(
            name: "SlipwayDaemon",
            dependencies: [
                "CSlipway", "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayLoop",
                "SlipwayProcess",
                "SlipwaySystemd", "SlipwayJSON", "SlipwayVarlink", "SlipwayInterface",
                "SlipwayConfiguration", "SlipwayOperations", "SlipwayBodies", "SlipwayHost",
            ]
        ),

        // The daemon's command line in words, for its help and its manual page.
        .target(name: "SlipwayUsage"),

        // Executables: arguments, one call, an exit code.
        .target(name: "CSlipwayd"),
        .executableTarget(
            name: "slipwayd",
            dependencies: [
                "CSlipwayd", "Slipway", "SlipwaySystem", "SlipwayUsage", "SlipwayDaemon",
            ]
        ),
        .executableTarget(
            name: "SlipwayCommand",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwayPictures", "SlipwaySystem", "SlipwayJSON",
                "SlipwayVarlink",
                "SlipwayInterface", "SlipwayClient", "SlipwayConfiguration", "SlipwayOperations",
                "SlipwayStore",
                "SlipwayUsage",
                .product("ArgumentParser", of: "swift-argument-parser", for: "Daemon"),
            ]
        ),

        // The backend of the storefront example.
        .executableTarget(
            name: "storefront-backend",
            dependencies: ["Slipway", "SlipwaySystem"],
            path: "Sources/Examples/StorefrontBackend"
        ),
        // A case for a watchdog: a service of the library whose main queue blocks.
        .executableTarget(
            name: "blocked-main",
            dependencies: ["Slipway", "SlipwaySystemd"],
            path: "Sources/Examples/BlockedMain"
        ),

        // Small programs to copy from.
        .executableTarget(
            name: "storefront",
            dependencies: ["Slipway", "SlipwayReport"],
            path: "Sources/Examples/Storefront"
        ),
        .executableTarget(
            name: "service",
            dependencies: ["Slipway", "SlipwayHost"],
            path: "Sources/Examples/Service"
        ),
        .executableTarget(
            name: "sender",
            dependencies: ["Slipway", "SlipwayClient"],
            path: "Sources/Examples/Sender"
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
            name: "background-fetch",
            dependencies: ["Slipway"],
            path: "Sources/Examples/BackgroundFetch"
        ),

        .executableTarget(
            name: "main-thread-fixture",
            dependencies: ["Slipway", "CSlipway"],
            path: "Tests/Fixtures/MainThread"
        ),
        .executableTarget(
            name: "signalled-body-fixture",
            dependencies: ["Slipway"],
            path: "Tests/Fixtures/SignalledBody"
        ),
        .executableTarget(
            name: "few-threads-fixture",
            dependencies: ["Slipway"],
            path: "Tests/Fixtures/FewThreads"
        ),
        .executableTarget(
            name: "kept-main-fixture",
            dependencies: ["Slipway"],
            path: "Tests/Fixtures/KeptMain"
        ),
        .executableTarget(
            name: "many-launches-fixture",
            dependencies: ["Slipway", "CSlipway"],
            path: "Tests/Fixtures/ManyLaunches"
        ),
        .executableTarget(
            name: "hosted-service-fixture",
            dependencies: ["Slipway", "SlipwayHost"],
            path: "Tests/Fixtures/HostedService"
        ),
        .executableTarget(
            name: "forked-lock-fixture",
            dependencies: ["Slipway", "SlipwayProcess"],
            path: "Tests/Fixtures/ForkedLock"
        ),
        .testTarget(
            name: "SlipwayTests",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwayPictures", "SlipwayTesting", "CSlipway",
                "main-thread-fixture",
                "signalled-body-fixture", "few-threads-fixture", "many-launches-fixture",
                "kept-main-fixture",
            ]
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "storefront", "service", "login", "image-download", "exclusive-alerts",
                "token-renewal", "background-fetch",
            ]
        ),
        .testTarget(
            name: "SlipwayReportTests",
            dependencies: ["Slipway", "SlipwayReport", "SlipwayTesting", "SlipwayTestSupport"]
        ),
        .testTarget(
            name: "SlipwayPicturesTests",
            dependencies: ["Slipway", "SlipwayReport", "SlipwayPictures", "SlipwayTestSupport"]
        ),
        .testTarget(
            name: "SlipwaySystemdTests",
            dependencies: ["SlipwaySystemd", "SlipwayTestSupport"]
        ),
        .testTarget(
            name: "SlipwayTestingTests",
            dependencies: ["Slipway", "SlipwayTesting"]
        ),
        .testTarget(
            name: "SlipwayServiceLifecycleTests",
            dependencies: [
                "Slipway", "SlipwayServiceLifecycle",
                .product("Logging", of: "swift-log", for: "ServiceLifecycle"),
                .product(
                    "ServiceLifecycle",
                    of: "swift-service-lifecycle",
                    for: "ServiceLifecycle"
                ),
                .product(
                    "ServiceLifecycleTestKit",
                    of: "swift-service-lifecycle",
                    for: "ServiceLifecycle"
                ),
                .product("UnixSignals", of: "swift-service-lifecycle", for: "ServiceLifecycle"),
            ]
        ),
        .testTarget(
            name: "SlipwayMetricsTests",
            dependencies: [
                "Slipway", "SlipwayMetrics", "SlipwayTestSupport",
                .product("CoreMetrics", of: "swift-metrics", for: "Metrics"),
                .product("MetricsTestKit", of: "swift-metrics", for: "Metrics"),
            ]
        ),
        .testTarget(
            name: "SlipwayTracingTests",
            dependencies: [
                "Slipway", "SlipwayTracing", "SlipwayTestSupport",
                .product("InMemoryTracing", of: "swift-distributed-tracing", for: "Tracing"),
                .product("Tracing", of: "swift-distributed-tracing", for: "Tracing"),
            ]
        ),
        // Mutated calls, URLs and configurations: `make fuzz`.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Slipway", "SlipwaySystem", "SlipwayJSON", "SlipwayVarlink", "SlipwayInterface",
                "SlipwayClient", "SlipwayConfiguration", "SlipwayOperations", "SlipwayBodies",
            ],
            path: "Tests/Fuzz",
            exclude: ["isolated"]
        ),

        // Reloads of random services, in virtual time: `make successions`.
        .executableTarget(
            name: "successions",
            dependencies: [
                "CSlipway", "Slipway", "SlipwayJSON", "SlipwayConfiguration",
                "SlipwayOperations",
            ],
            path: "Tests/Successions"
        ),

        // One thing with a number of operations, in each way that there is: `make weight`, `make growth`.
        .executableTarget(
            name: "growth",
            dependencies: ["Slipway"],
            path: "Benchmarks/Growth",
            exclude: ["run"]
        ),

        // Pages that are made of something else, such as the manual of the configuration's keys: `make pages`.
        .executableTarget(
            name: "pages",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayConfiguration", "SlipwayOperations",
                "SlipwayPictures",
            ],
            path: "Tests/Pages"
        ),

        // Launches whose steps fail in every way, one after the other: `make faults`.
        .executableTarget(
            name: "faults",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayLoop", "SlipwayProcess", "SlipwayConfiguration",
                "SlipwayOperations", "SlipwayBodies",
            ],
            path: "Tests/Faults"
        ),

        // Shared by tests: temporary folders, running programs.
        .target(name: "SlipwayTestSupport", path: "Tests/Support"),
        // Of the package itself: what it has others fetch, what its pages say, and what the compiler says of
        // programs that use it wrongly.
        .testTarget(
            name: "PackageTests",
            dependencies: ["Slipway", "SlipwaySystem", "SlipwayTestSupport"]
        ),
        .testTarget(
            name: "SlipwaySystemTests",
            dependencies: ["SlipwaySystem", "SlipwayTestSupport"]
        ),
        .testTarget(name: "SlipwayLoopTests", dependencies: ["Slipway", "SlipwayLoop"]),
        .testTarget(
            name: "SlipwayProcessTests",
            dependencies: [
                "CSlipwayProcess", "Slipway", "SlipwaySystem", "SlipwayLoop", "SlipwayProcess",
                "SlipwayTestSupport", "forked-lock-fixture",
            ]
        ),
        .testTarget(
            name: "SlipwayJSONTests",
            dependencies: ["Slipway", "SlipwayJSON", "SlipwayTestSupport"]
        ),
        .testTarget(
            name: "SlipwayInterfaceTests",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwayJSON", "SlipwayVarlink", "SlipwayInterface",
            ]
        ),
        .testTarget(
            name: "SlipwayConfigurationTests",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayConfiguration", "SlipwayOperations",
                "SlipwayTestSupport", "pages",
            ]
        ),
        .testTarget(
            name: "SlipwayBodiesTests",
            dependencies: [
                "Slipway", "SlipwaySystem", "SlipwayLoop", "SlipwayProcess", "SlipwayJSON",
                "SlipwayConfiguration", "SlipwayOperations", "SlipwayBodies", "SlipwayTestSupport",
                "storefront-backend",
            ]
        ),
        // A layer under SQLite that knows what a power loss would leave.
        .target(
            name: "PowerLoss",
            path: "Tests/Fixtures/PowerLoss",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .testTarget(
            name: "SlipwayStoreTests",
            dependencies: [
                "PowerLoss", "Slipway", "SlipwayReport", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface",
                "SlipwayStore",
                "SlipwayTestSupport",
            ]
        ),
        .testTarget(
            name: "SlipwayVarlinkTests",
            dependencies: [
                "Slipway", "SlipwayJSON", "SlipwayVarlink", "SlipwayTestSupport",
            ]
        ),
        .testTarget(
            name: "SlipwayClientTests",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface",
                "SlipwayClient", "SlipwayHost", "SlipwayTestSupport", "sender",
            ]
        ),
        .testTarget(
            name: "SlipwayControlServerTests",
            dependencies: [
                "Slipway", "SlipwaySystem", "SlipwayLoop", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface", "SlipwayClient", "SlipwayControlServer", "SlipwayTestSupport",
            ]
        ),
        .testTarget(
            name: "SlipwayCommandTests",
            dependencies: [
                "SlipwayReport", "SlipwayPictures", "SlipwayJSON", "SlipwayVarlink",
                "SlipwayInterface", "SlipwayClient", "SlipwayConfiguration", "SlipwayOperations",
                "SlipwayStore", "SlipwayUsage", "SlipwayCommand", "SlipwayTestSupport", "slipwayd",
                .product("ArgumentParser", of: "swift-argument-parser", for: "Daemon"),
            ]
        ),
        // Real processes, sockets and, where possible, a real systemd.
        .testTarget(
            name: "SlipwayDaemonTests",
            dependencies: [
                "Slipway", "SlipwayReport", "SlipwaySystem", "SlipwayLoop", "SlipwayJSON",
                "SlipwayVarlink",
                "SlipwayInterface", "SlipwayClient", "SlipwayConfiguration", "SlipwayOperations",
                "SlipwayStore",
                "SlipwayControlServer", "SlipwayHost", "SlipwayDaemon", "SlipwaySystemd",
                "SlipwayTestSupport", "slipwayd", "SlipwayCommand",
                "storefront-backend", "blocked-main", "service", "hosted-service-fixture",
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

extension Target.Dependency {
    /// A product of another package, needed where a trait is enabled.
    static func product(_ name: String, of package: String, for trait: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: [trait]))
    }
}

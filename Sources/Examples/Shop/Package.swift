// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that Slipway itself needs neither a server nor a database.
let package = Package(
    name: "shop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "slipway", path: "../../..", traits: ["ServiceLifecycle"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "Slipway", package: "slipway"),
                .product(name: "SlipwayServiceLifecycle", package: "slipway"),
                .product(name: "SlipwaySystemd", package: "slipway"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

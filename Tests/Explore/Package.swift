// swift-tools-version: 6.2
import PackageDescription

// A separate package: it tests internal parts of the library, which only a build with
// `-enable-testing` shows. `make explore` does that.
let package = Package(
    name: "slipway-explore",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "slipway", path: "../..", traits: [])],
    targets: [
        .target(
            name: "Exploration",
            dependencies: [
                .product(name: "Slipway", package: "slipway"),
                .product(name: "SlipwayReport", package: "slipway"),
            ]
        ),
        .executableTarget(name: "explore", dependencies: ["Exploration"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

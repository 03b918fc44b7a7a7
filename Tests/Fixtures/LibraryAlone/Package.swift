// swift-tools-version: 6.2
import PackageDescription

// A package that uses the library and nothing else of this one; `LibraryAloneTests` resolves it.
let package = Package(
    name: "library-alone",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "slipway", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "library-alone",
            dependencies: [
                .product(name: "Slipway", package: "slipway"),
                .product(name: "SlipwaySystemd", package: "slipway"),
                .product(name: "SlipwayTesting", package: "slipway"),
            ],
            path: "Sources"
        )
    ],
    swiftLanguageModes: [.v6]
)

import Foundation

/// Where the tests find what they did not build themselves.
enum Checkout {
    /// The package's root.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    /// The built programs, beside the program that runs the tests.
    static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    /// Whether a test that cannot run is a failure: on the machine that checks every change.
    static let isChecked = ProcessInfo.processInfo.environment["CI"] != nil

    static func file(_ path: String) -> URL { root.appending(path: path) }
}

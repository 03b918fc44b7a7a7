package import Foundation

/// Where the tests find what they did not build themselves.
package enum Checkout {
    /// The package's root.
    package static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    /// The built programs, beside the program that runs the tests.
    package static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    /// Whether a test that cannot run is a failure: on the machine that checks every change.
    package static let isChecked = ProcessInfo.processInfo.environment["CI"] != nil

    package static func file(_ path: String) -> URL { root.appending(path: path) }
}

package import Foundation

/// Finds the files that the tests did not create themselves.
package enum Checkout {
    /// The package's root.
    package static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    /// The built programs, in the folder of the test runner.
    package static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    /// A test that cannot run is a failure, as on the machine that checks every change.
    package static let isChecked = ProcessInfo.processInfo.environment["CI"] != nil

    package static func file(_ path: String) -> URL { root.appending(path: path) }
}

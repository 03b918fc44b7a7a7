/// Why a file could not be written.
package struct WriteError: Error, Hashable, CustomStringConvertible {
    /// The file and the reason, in one line.
    package let description: String

    init(_ path: String, _ reason: String) {
        description = "cannot write '\(path)': \(reason)"
    }
}

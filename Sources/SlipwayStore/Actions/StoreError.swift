/// Why an action could not be stored or read.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why, in one line.
    package let description: String

    /// Creates an error from its description, one line.
    package init(_ description: String) {
        self.description = description
    }

    /// Creates an error from what SQLite said of a file.
    init(_ path: String, _ error: SQLiteError) { self.init("\(path): \(error)") }

    /// Comes after everything is written: nothing is stored or read any more.
    package static let closed = StoreError("the store is closed, since the service ends")
}

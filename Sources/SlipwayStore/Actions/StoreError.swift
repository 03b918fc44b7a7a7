/// Why an action could not be stored or read.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why, in one line.
    package let description: String

    /// Creates an error from its description, one line.
    package init(_ description: String) {
        self.description = description
    }
}

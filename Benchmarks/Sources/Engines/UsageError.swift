/// An invalid command line.
package struct UsageError: Error, CustomStringConvertible {
    /// The fault, in one line.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

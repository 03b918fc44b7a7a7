/// An invalid command line.
package struct UsageError: Error, CustomStringConvertible {
    /// What is wrong, in one line.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

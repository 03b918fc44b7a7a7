/// What is wrong with a command line.
package struct UsageError: Error, CustomStringConvertible {
    /// One line.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

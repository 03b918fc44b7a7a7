/// A wait that can never succeed as written.
package struct WaitError: Error, Hashable {
    /// The target, such as `tcp localhost`.
    package let target: String
    /// Why it cannot be waited for.
    package let reason: String

    init(_ target: String, _ reason: String) {
        self.target = target
        self.reason = reason
    }
}

extension WaitError: CustomStringConvertible {
    package var description: String { "cannot wait for \(target): \(reason)" }
}

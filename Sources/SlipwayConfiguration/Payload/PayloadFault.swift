/// Why a payload was refused.
package struct PayloadFault: Error, Hashable, Sendable {
    /// The key; empty for the payload as a whole.
    package let key: String
    /// The fault; what would be accepted.
    ///
    /// One line.
    package let reason: String
}

extension PayloadFault: CustomStringConvertible {
    /// `payload.KEY: reason`.
    package var description: String {
        let path = key.isEmpty ? "payload" : KeyPath.joined("payload", key)
        return "\(path): \(reason)"
    }
}

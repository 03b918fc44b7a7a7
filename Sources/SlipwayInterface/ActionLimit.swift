/// The most that belongs to one launch action.
package enum ActionLimit {
    /// The bytes of a payload, and of the value that a handler leaves, as compact JSON; larger data is passed
    /// by reference.
    package static let payload = 64 * 1024
    /// ``payload`` in words: `64 KiB`.
    package static let payloadWords = "\(payload / 1024) KiB"
}

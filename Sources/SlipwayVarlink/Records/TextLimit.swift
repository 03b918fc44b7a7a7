internal import Slipway

/// The largest lengths of texts in records, in bytes of UTF-8.
///
/// A longer text from a client is refused; a longer text of the service is cut.
package enum TextLimit {
    /// A requested name: of an operation, an action, a kind or a queue.
    package static let name = 256
    /// An idempotency key.
    package static let key = 256
    /// The reason of a request.
    package static let reason = 1024
    /// A failure or a detail, in one line.
    package static let message = Failure.longestMessage
}

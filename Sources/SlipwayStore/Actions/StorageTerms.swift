package import Slipway

/// The demands of a service on the place where its launch actions are kept.
package struct StorageTerms: Hashable, Sendable {
    /// The launch fails without one, and is not ready before it is there.
    package var isRequired: Bool
    /// The instant until which another process may have it.
    package var patience: Instant
    /// The most bytes that it may take; `nil` for 1 GiB, and at most a tenth of the file system.
    package var maximum: UInt64?

    /// Creates terms; by default nothing is waited for.
    package init(isRequired: Bool = false, patience: Instant = .now, maximum: UInt64? = nil) {
        self.isRequired = isRequired
        self.patience = patience
        self.maximum = maximum
    }
}

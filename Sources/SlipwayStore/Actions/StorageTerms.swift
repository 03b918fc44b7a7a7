package import Slipway

/// The demands of a service on the file in which its launch actions are stored.
package struct StorageTerms: Hashable, Sendable {
    /// The launch fails without a file, and is not ready before there is one.
    package var isRequired: Bool
    /// The instant until which another process may have the file.
    package var patience: Instant
    /// The most bytes of the file; `nil` for 1 GiB, and at most a tenth of the file system.
    package var maximum: UInt64?

    /// Creates terms; by default nothing is waited for.
    package init(isRequired: Bool = false, patience: Instant = .now, maximum: UInt64? = nil) {
        self.isRequired = isRequired
        self.patience = patience
        self.maximum = maximum
    }
}

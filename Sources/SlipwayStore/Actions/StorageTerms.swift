package import Slipway

/// The demands of a service on the place where its launch actions are kept.
package struct StorageTerms: Hashable, Sendable {
    /// The launch fails without one, and is not ready before it is there.
    package var isRequired: Bool
    /// The instant until which another process may have it.
    package var patience: Instant

    /// Creates terms; by default nothing is waited for.
    package init(isRequired: Bool = false, patience: Instant = .now) {
        self.isRequired = isRequired
        self.patience = patience
    }
}

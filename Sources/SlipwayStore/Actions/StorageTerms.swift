package import Slipway

/// What a service asks of the place where its launch actions are kept.
package struct StorageTerms: Hashable, Sendable {
    /// Whether the launch fails without one, and is not ready before it is there.
    package var isRequired: Bool
    /// How long another process may have it.
    package var patience: Instant

    /// Creates terms; by default nothing is waited for.
    package init(isRequired: Bool = false, patience: Instant = .now) {
        self.isRequired = isRequired
        self.patience = patience
    }
}

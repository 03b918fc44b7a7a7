/// The store of launch actions, which the launch can be without.
extension Launch {
    /// Makes readiness wait for the store; to be called before the launch runs.
    package func awaitStorage() { perform { $0.awaitStorage() } }

    /// Notes the trouble with the store; `nil` for none.
    package func note(_ storage: StorageTrouble?) {
        perform { $0.storageChanged(storage) }
    }

    /// Notes that the store is there, for the first time or again; ``restore(_:)`` tells what it
    /// has.
    package func storageIsThere() { perform { $0.storageIsThere() } }
}

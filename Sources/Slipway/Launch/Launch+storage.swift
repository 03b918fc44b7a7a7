/// The place where launch actions are kept, which the launch can be without.
extension Launch {
    /// The launch is not to be ready before there is a place; to be called before it runs.
    package func awaitStorage() { perform { $0.awaitStorage() } }

    /// Notes what is wrong with the place; `nil` for nothing.
    package func note(_ storage: StorageTrouble?) {
        perform { $0.storageChanged(storage) }
    }

    /// There is a place, for the first time or again; ``restore(_:)`` tells what it has.
    package func storageIsThere() { perform { $0.storageIsThere() } }
}

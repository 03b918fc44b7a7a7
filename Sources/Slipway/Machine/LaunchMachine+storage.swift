/// The store of launch actions, as far as it concerns the launch as a whole.
extension LaunchMachine {
    /// The launch is not to be ready before the store is there.
    mutating func awaitStorage() { course.awaitsStorage = true }

    /// Something is wrong with the store, or (`nil`) no longer.
    mutating func storageChanged(_ trouble: StorageTrouble?) {
        guard !course.hasEnded, course.storage != trouble else { return }
        course.storage = trouble
        tell { .storageChanged(trouble, degraded: $0.isDegraded) }
    }

    /// The store is there, for the first time or again: what it has is to be restored.
    mutating func storageIsThere() {
        storageChanged(nil)
        course.awaitsStorage = false
        advance()
    }

    /// The launch before this one knows what the store has.
    ///
    /// It was told so instead of this one, which may have been told of the trouble before.
    mutating func storageWasOpened() {
        switch course.storage?.kind {
        case .awaited, .unavailable: storageIsThere()
        case .failing, .filling, .damaged, .absent, nil: return
        }
    }

    /// The words for a launch that is not ready because it waits for the store.
    var storageWords: [String] {
        guard course.awaitsStorage else { return [] }
        return [course.storage?.words ?? "waits for the store of launch actions"]
    }
}

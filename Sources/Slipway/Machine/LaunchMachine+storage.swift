/// The place where launch actions are kept, as far as it concerns the launch as a whole.
extension LaunchMachine {
    /// The launch is not to be ready before the place is there.
    mutating func awaitStorage() { awaitsStorage = true }

    /// Something is wrong with the place, or (`nil`) no longer.
    mutating func storageChanged(_ trouble: StorageTrouble?, at now: Instant) {
        guard stage != .ended, storage != trouble else { return }
        storage = trouble
        tell(at: now) { .storageChanged(trouble, degraded: $0.isDegraded) }
    }

    /// The place is there, for the first time or again: what it has is to be restored.
    mutating func storageIsThere(at now: Instant) {
        storageChanged(nil, at: now)
        awaitsStorage = false
        advance(at: now)
    }

    /// The launch before this one knows what the place has: it was told so in place of this one, which may have
    /// been told of the trouble before.
    mutating func storageWasOpened(at now: Instant) {
        switch storage?.kind {
        case .awaited, .unavailable: storageIsThere(at: now)
        case .failing, .filling, .damaged, .absent, nil: return
        }
    }

    /// The words for what a launch that is not ready still waits for of it.
    var storageWords: [String] {
        guard awaitsStorage else { return [] }
        return [storage?.words ?? "waits for the store of launch actions"]
    }
}

extension ActionBook {
    /// There is a store after all, though it was given up: what it has is to be restored, and comes
    /// before what is kept from now on.
    mutating func storeIsThere() {
        guard !hasStore else { return }
        hasStore = true
        isRestored = false
    }
}

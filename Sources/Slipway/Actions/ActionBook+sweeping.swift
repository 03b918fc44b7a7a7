/// Tells the waiting actions that the launch stops, that another launch replaces it, or that an
/// operation which they require did not succeed: some at a time, since the launch does nothing else
/// meanwhile.
///
/// None of these actions begins from the first moment on, so none depends on how far the sweep is.
extension ActionBook {
    /// Begins a sweep: something has happened that concerns all waiting actions.
    mutating func beginSweep(at now: Instant) {
        entries.beginSweep()
        sweep(at: now)
    }

    /// Goes on with the sweep; the rest follows with the timer.
    mutating func sweep(at now: Instant) {
        guard entries.swept != nil else { return }
        sweepSome(at: now)
        if entries.swept != nil { emit(.arm(.sweep, at: now)) }
    }

    /// Tells the next part of the waiting actions.
    mutating func sweepSome(at now: Instant) {
        guard let part = entries.nextPart else { return }
        for index in part {
            let id = entries.order[index]
            guard let entry = entries[id], entry.state != .reserved else { continue }
            doPostponed(of: id, at: now)
        }
        entries.swept(upTo: part.upperBound)
        tellHandedOver()
    }
}

/// Tells the actions that wait, some at a time since the launch does nothing else meanwhile, that
/// it stops, that another launch takes its place, or that an operation which they require did not succeed.
///
/// Nothing of them begins from the first moment on, so no action depends on how far the sweep is.
extension ActionBook {
    /// Something has happened that concerns all that wait.
    mutating func beginSweep(at now: Instant) {
        entries.beginSweep()
        sweep(at: now)
    }

    /// Goes on with those that do not know yet; the rest follows with the timer.
    mutating func sweep(at now: Instant) {
        guard entries.swept != nil else { return }
        sweepSome(at: now)
        if entries.swept != nil { emit(.arm(.sweep, at: now)) }
    }

    /// Some of those that do not know yet learn of it.
    mutating func sweepSome(at now: Instant) {
        guard let part = entries.nextPart else { return }
        for index in part {
            let id = entries.order[index]
            guard let entry = entries[id], entry.stage != .reserved else { continue }
            doPostponed(of: id, at: now)
        }
        entries.swept(upTo: part.upperBound)
        tellHandedOver()
    }
}

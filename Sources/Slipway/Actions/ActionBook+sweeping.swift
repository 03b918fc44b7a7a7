/// Tells the actions that wait, some at a time since the launch does nothing else meanwhile, that
/// it stops, that another launch takes its place, or that an operation which they require did not succeed.
///
/// Nothing of them begins from the first moment on, so no action depends on how far the sweep is.
extension ActionBook {
    /// The number of them that learn of it at a time: about half a millisecond.
    private static let sweptAtATime = 128

    /// Something has happened that concerns all that wait.
    mutating func beginSweep(at now: Instant) {
        swept = 0
        sweep(at: now)
    }

    /// Goes on with those that do not know yet; the rest follows with the timer.
    mutating func sweep(at now: Instant) {
        guard swept != nil else { return }
        sweepSome(at: now)
        if swept != nil { emit(.arm(.sweep, at: now)) }
    }

    /// Some of those that do not know yet learn of it.
    mutating func sweepSome(at now: Instant) {
        guard let start = swept else { return }
        let end = min(order.count, start + Self.sweptAtATime)
        for index in start..<end {
            guard let entry = entries[order[index]], entry.stage != .reserved else { continue }
            doPostponed(of: order[index], at: now)
        }
        swept = end < order.count ? end : nil
        tellHandedOver()
    }
}

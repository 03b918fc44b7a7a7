internal import Slipway

/// The time limit of a call, with the call's method for the error.
struct CallDeadline {
    let method: String
    /// The limit as a length of time; `nil` for none.
    let limit: Duration?
    private let instant: Instant?

    /// Starts the time limit now; `nil` for none.
    init(method: String, limit: Duration?) {
        self.method = method
        self.limit = limit
        instant = limit.map { .now.advanced(by: min(max($0, .zero), .seconds(1_000_000_000))) }
    }

    /// Milliseconds for `poll`: -1 for no limit, 0 once the time is over.
    var milliseconds: Int32 {
        guard let instant else { return -1 }
        let left = Instant.now.duration(to: instant).microseconds
        return Int32(clamping: max(0, (left + 999) / 1000))
    }

    var error: ControlClientError { .timedOut(method: method, limit: limit ?? .zero) }
}

internal import CSystemd
internal import Slipway

/// The timers of the loop, all on one source of libsystemd.
///
/// The source is made with the loop, so that setting a timer cannot fail.
@Loop
final class LoopTimers {
    static let shared = LoopTimers()

    private var alarms = AlarmHeap<Int>()
    private var handlers: [Int: @Loop () -> Void] = [:]
    private var lastNumber = 0
    /// The instant for which the source is set; `nil` while it is off.
    private var scheduled: Instant?

    private init() {}

    /// Sets a timer, and returns its number.
    func set(at instant: Instant, _ handler: @escaping @Loop () -> Void) -> Int {
        lastNumber += 1
        handlers[lastNumber] = handler
        alarms.arm(lastNumber, at: instant)
        schedule()
        return lastNumber
    }

    /// Tells whether a timer will still fire.
    func isPending(_ number: Int) -> Bool { handlers[number] != nil }

    /// Lets go of a timer's handler, which is not called any more.
    func cancel(_ number: Int) {
        guard handlers.removeValue(forKey: number) != nil else { return }
        alarms.disarm(number)
        schedule()
    }

    /// Calls what is due; what is set meanwhile waits for the next pass, so that descriptors are served
    /// in between.
    func fire() {
        // libsystemd turns the source off before it calls.
        scheduled = nil
        let now = Instant.now
        var due: [Int] = []
        while let number = alarms.takeDue(at: now) { due.append(number) }
        for number in due { handlers.removeValue(forKey: number)?() }
        schedule()
    }

    private func schedule() {
        let next = alarms.next
        guard next != scheduled, let source = LoopExecutor.shared.timer else { return }
        scheduled = next
        guard let next else {
            sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
            return
        }
        sd_event_source_set_time(source, Self.microseconds(next))
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }

    /// Rounded up: a timer may fire late, but not early.
    private static func microseconds(_ instant: Instant) -> UInt64 {
        UInt64(max(0, instant.nanoseconds / 1000 + (instant.nanoseconds % 1000 > 0 ? 1 : 0)))
    }
}

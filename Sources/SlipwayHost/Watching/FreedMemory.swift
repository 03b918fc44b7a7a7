internal import CSlipway
internal import SlipwayLoop
internal import Synchronization

/// Gives memory back to the system a while after much of it was freed: the C library alone keeps
/// free memory that lies between used memory.
final class FreedMemory: Sendable {
    /// The number of freed objects after which giving back is worth its time.
    static let burst = 256
    /// The time to wait for more to be freed, and so the least time between two trims.
    static let interval = Duration.seconds(5)

    private let freed = Atomic(0)

    /// Notes that a small object was freed; cheap, and from any thread.
    func note() { note(1) }

    /// Notes that much was freed at once.
    func noteBurst() { note(Self.burst) }

    private func note(_ count: Int) {
        let (before, after) = freed.add(count, ordering: .relaxed)
        guard before < Self.burst, after >= Self.burst else { return }
        Loop.post { [self] in Timer(after: Self.interval) { [self] in giveBack() } }
    }

    @Loop
    private func giveBack() {
        freed.store(0, ordering: .relaxed)
        slipway_trim_heap()
    }
}

internal import CSlipway
internal import SlipwayLoop
internal import Synchronization

/// Gives memory back to the system a while after much of it was freed: the C library alone keeps
/// what lies between what is still in use.
final class FreedMemory: Sendable {
    /// After how many things that were let go of it is worth the time.
    static let burst = 256
    /// How long to wait for more to be freed: that often at most is memory given back.
    static let pause = Duration.seconds(5)

    private let freed = Atomic(0)

    /// Something small was let go of; from any thread, and cheap.
    func note() { note(1) }

    /// Much was let go of at once.
    func noteBurst() { note(Self.burst) }

    private func note(_ count: Int) {
        let (before, after) = freed.add(count, ordering: .relaxed)
        guard before < Self.burst, after >= Self.burst else { return }
        Loop.post { [self] in
            do {
                _ = try Timer(after: Self.pause) { [self] in giveBack() }
            } catch {
                // Without memory for a timer it cannot wait.
                giveBack()
            }
        }
    }

    @Loop
    private func giveBack() {
        freed.store(0, ordering: .relaxed)
        slipway_trim_heap()
    }
}

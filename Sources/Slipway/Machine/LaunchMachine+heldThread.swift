/// The main queue's thread, when it does not come back: what holds it up.
extension LaunchMachine {
    /// `the main thread has been held up for 5.2s by 'sdk-init'`; `nil` if nothing holds it up.
    func heldThreadWords(at now: Instant) -> String? {
        guard let kept = slots.heldThread else { return nil }
        let body = bodies(in: 0).first
        var since = kept.since
        let culprit: String
        if kept.isInDispatch {
            culprit = "@MainActor code" + (body.map { ", while '\(name(of: $0))' runs" } ?? "")
        } else if let body {
            since = max(since, records[body].calledAt ?? since)
            culprit = "'\(name(of: body))'"
        } else if let teardown = teardownsOnMain.min(by: { $0.begun < $1.begun }) {
            since = max(since, teardown.begun)
            culprit = "the teardown of '\(name(of: teardown.index))'"
        } else {
            culprit = "a job of the main queue"
        }
        let thread = kept.isFirst ? "the main thread" : "the main queue's thread"
        return "\(thread) has been held up for \(since.duration(to: now).timespan) by \(culprit)"
    }

    private var teardownsOnMain: [(index: Int, begun: Instant)] {
        (teardown.left + teardown.begun.map { ($0.key, $0.value) }).filter { isOnMain($0.index) }
    }
}

import Slipway
import SlipwayReport

extension RecordedLaunch {
    /// A launch of some operations that ran one after the other, each a millisecond.
    static func made(
        _ number: Int,
        start: Start = .warm,
        operations count: Int = 3,
        isReady: Bool = true,
        phase: Phase? = nil,
        generation: Int = 1
    ) -> RecordedLaunch {
        func at(_ microseconds: Int) -> Instant {
            Instant(nanoseconds: 5_000_000_000 + Int64(microseconds) * 1000)
        }
        let operations = (0..<count).map { index in
            OperationStatus(
                name: "operation-\(index)",
                queue: .userInitiated,
                isOptional: index == 1,
                requires: index == 0 ? [] : ["operation-\(index - 1)"],
                state: .ended(.succeeded),
                readyAt: at(index * 1000 + 100),
                startedAt: at(index * 1000 + 130),
                endedAt: at(index * 1000 + 1000)
            )
        }
        return RecordedLaunch(
            Report(
                name: "shop",
                launchID: "launch-\(number)",
                course: LaunchCourse(
                    phase: phase ?? (isReady ? .ready(degraded: false) : .failed),
                    launchedAt: at(50),
                    readyAt: isReady ? at(count * 1000 + 1) : nil
                ),
                processStart: at(0),
                operations: operations
            ),
            start: start,
            bootID: "boot",
            startedAt: 1_790_000_000_000_000 + Int64(number),
            configurationDigest: "digest",
            version: "1.0",
            generation: generation
        )
    }
}

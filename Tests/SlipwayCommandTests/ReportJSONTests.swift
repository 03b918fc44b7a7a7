import Slipway
import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct ReportJSONTests {
    @Test func timeIsInMicroseconds() {
        #expect(
            ReportJSON.time(Reports.ready, at: Reports.at(2000)) == [
                "phase": "ready", "totalUSec": 980_000, "beforeLaunchUSec": 12_000,
                "operations": 3, "ended": 3, "troubles": [:],
                "queues": [
                    ["name": "main", "operations": 1, "busyUSec": 398_000, "runUSec": 398_000],
                    [
                        "name": "userInitiated", "operations": 2, "busyUSec": 966_000,
                        "runUSec": 1_382_000,
                    ],
                ],
            ]
        )
    }

    @Test func blameLeavesOutWhatIsNotKnown() {
        #expect(
            ReportJSON.blame(Reports.failed, at: Reports.at(2000), limit: nil) == [
                [
                    "name": "sdk-init", "queue": "main", "state": "failed", "optional": false,
                    "waitUSec": 0, "runUSec": 388_000,
                ],
                [
                    "name": "feature-toggles", "queue": "userInitiated", "state": "skipped",
                    "optional": false,
                ],
            ]
        )
        let limited = ReportJSON.blame(Reports.failed, at: Reports.at(2000), limit: 1)
        #expect(limited.arrayValue?.count == 1)
    }

    @Test func theChainTellsLocksFromQueues() {
        var report = Reports.ready
        for position in report.operations.indices
        where report.operations[position].name == "feature-toggles" {
            report.operations[position].readyAt = Reports.at(110)
            report.operations[position].lockWait = .init(
                lock: "cache",
                duration: .milliseconds(300),
                holder: "sdk-init"
            )
        }
        let step = ReportJSON.criticalChain(report, to: nil).arrayValue?.first
        #expect(
            step == [
                "name": "feature-toggles", "queue": "userInitiated", "state": "succeeded",
                "startedUSec": 410_000, "waitUSec": 300_000, "lockWaitUSec": 300_000,
                "runUSec": 570_000, "heldBy": "sdk-init", "lock": "cache",
            ]
        )
    }

    @Test func theChainNamesWhatEachStepStartedAfter() {
        #expect(
            ReportJSON.criticalChain(Reports.ready, to: nil) == [
                [
                    "name": "feature-toggles", "queue": "userInitiated", "state": "succeeded",
                    "startedUSec": 410_000, "waitUSec": 0, "runUSec": 570_000, "after": "sdk-init",
                ],
                [
                    "name": "sdk-init", "queue": "main", "state": "succeeded",
                    "startedUSec": 12_000, "waitUSec": 0, "runUSec": 398_000,
                ],
            ]
        )
    }
}

import Slipway
import SlipwayReport
import Testing

struct CriticalChainTests {
    @Test func followsTheDependencyThatEndedLast() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [
                .made("a", .ended(.succeeded), 12, 12, 100),
                .made("b", .ended(.succeeded), 12, 12, 200),
                .made("c", requires: ["a"], after: ["b"], .ended(.succeeded), 200, 200, 300),
                .made("d", requires: ["a"], .ended(.succeeded), 100, 100, 150),
            ]
        )
        #expect(names(report.criticalChain()) == ["c", "b"])
        #expect(report.criticalChain().map(\.cause) == [.operation("b"), .launch])
    }

    /// Each step is further to the right than the one above it, up to a point.
    @Test func theTextOfALongChainGrowsWithItsSteps() throws {
        func size(_ count: Int) throws -> Int {
            var operations: [OperationStatus] = []
            for number in 0..<count {
                let start = Int64(number) * 10
                let requires = number == 0 ? [] : ["o\(number - 1)"]
                operations.append(
                    .made(
                        "o\(number)",
                        requires: requires,
                        .ended(.succeeded),
                        start,
                        start,
                        start + 10
                    )
                )
            }
            let end = Int64(count) * 10
            let report = Report.made(.ready(degraded: false), ready: end, operations)
            #expect(report.criticalChain().count == count)
            return try #require(report.criticalChainText()).utf8.count
        }
        #expect(try size(3000) < 300_000)
        let explanation = Explanation(
            subject: "o0",
            state: "pending",
            steps: (0..<3000).map {
                Explanation.Step(name: "o\($0)", relation: "requires", state: "pending")
            }
        )
        #expect(explanation.text.utf8.count < 300_000)
    }

    @Test func aWaitForTheQueueLeadsToWhoHeldIt() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [
                .made("sdk", .main, .ended(.succeeded), 12, 12, 200),
                .made("config", .ended(.succeeded), 12, 12, 50),
                .made(
                    "window",
                    .main,
                    requires: ["config"],
                    .ended(.succeeded),
                    50,
                    200,
                    300,
                    releasedBy: "sdk"
                ),
            ]
        )
        let chain = report.criticalChain()
        #expect(names(chain) == ["window", "sdk"])
        #expect(chain.first?.cause == .queue(holder: "sdk"))
        #expect(chain.first?.wait == .milliseconds(150))
    }

    @Test func aWaitForALockLeadsToWhoHeldIt() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [
                .made("migrate", .ended(.succeeded), 12, 12, 170),
                .made("disk", .ended(.succeeded), 12, 12, 200),
                .made("seed", .ended(.succeeded), 20, 170, 210, lockWait: (150, "migrate")),
                .made(
                    "index",
                    .ended(.succeeded),
                    50,
                    200,
                    300,
                    releasedBy: "disk",
                    lockWait: (120, "migrate")
                ),
            ]
        )
        #expect(report.criticalChain(to: "seed").first?.cause == .lock("db", holder: "migrate"))
        #expect(names(report.criticalChain(to: "seed")) == ["seed", "migrate"])
        #expect(names(report.criticalChain(to: "index")) == ["index", "disk"])
        #expect(
            lines(report, to: "seed").first
                == "seed @170ms +40ms (waited 150ms for lock 'db', held by 'migrate')"
        )
        #expect(
            lines(report, to: "index").first
                == "index @200ms +100ms (waited 120ms for lock 'db', held by 'migrate', and 30ms "
                + "for queue 'userInitiated', held by 'disk')"
        )
    }

    @Test func whatIsInAGroupThatWaitedForALockWaitedToo() {
        var group = OperationStatus.made("g", .ended(.succeeded), 12, 170, 300, isGroup: true)
        group.lockWait = .init(lock: "db", duration: .milliseconds(158), holder: "migrate")
        let report = Report.made(
            .ready(degraded: false),
            ready: 300,
            [
                .made("migrate", .ended(.succeeded), 12, 12, 170),
                group,
                .made("x", .ended(.succeeded), 170, 170, 300, group: "g"),
            ]
        )
        #expect(names(report.criticalChain()) == ["x", "migrate"])
        #expect(
            lines(report, to: "x").first
                == "x @170ms +130ms ('g' waited 158ms for lock 'db', held by 'migrate')"
        )
    }

    @Test func aHolderThatIsNoOperationLeavesTheDependencyAsTheCause() {
        let report = Report.made(
            ready: 300,
            [
                .made("a", .ended(.succeeded), 12, 12, 200),
                .made("b", requires: ["a"], .ended(.succeeded), 200, 250, 300, releasedBy: "gone"),
            ]
        )
        #expect(names(report.criticalChain()) == ["b", "a"])
    }

    @Test func whatEndsAfterReadyDoesNotCount() {
        let report = Report.made(
            .ready(degraded: false),
            ready: 100,
            [
                .made("a", .ended(.succeeded), 12, 12, 100),
                .made("background", .ended(.succeeded), 100, 100, 900),
            ]
        )
        #expect(names(report.criticalChain()) == ["a"])
    }

    @Test func aFailedLaunchStartsAtItsFirstRootCause() {
        let report = Report.made(
            .failed,
            ended: 600,
            [
                .made("a", .ended(.succeeded), 12, 12, 100),
                .made("b", requires: ["a"], .ended(.failed(Failure(.error, "no"))), 100, 100, 400),
                .made("c", .ended(.cancelled(reason: "failing")), 12, 12, 500),
            ],
            rootCauses: [RootCause(operation: "b", failure: Failure(.error, "no"))]
        )
        #expect(names(report.criticalChain()) == ["b", "a"])
    }

    @Test func midLaunchItStartsAtWhatHasRunLongest() {
        let report = Report.made([
            .made("a", .ended(.succeeded), 12, 12, 100),
            .made("b", requires: ["a"], .running, 100, 150),
            .made("c", requires: ["a"], .running, 100, 100),
            .made("d", requires: ["b"]),
        ])
        #expect(names(report.criticalChain()) == ["c", "a"])
        #expect(report.criticalChain().first?.run == nil)
    }

    @Test func aSkippedOperationLeadsToItsRoot() {
        let report = Report.made(
            .ready(degraded: true),
            ready: 200,
            [
                .made("a", optional: true, .ended(.failed(Failure(.error, "no"))), 12, 12, 100),
                .made(
                    "b",
                    optional: true,
                    requires: ["a"],
                    .ended(.skipped(root: "a")),
                    nil,
                    nil,
                    100
                ),
                .made(
                    "c",
                    optional: true,
                    requires: ["b"],
                    .ended(.skipped(root: "a")),
                    nil,
                    nil,
                    100
                ),
            ]
        )
        #expect(names(report.criticalChain(to: "c")) == ["c", "a"])
        #expect(names(report.criticalChain()) == ["a"])
    }

    @Test(arguments: [Report.made([]), Report.made([.made("a")])])
    func isEmptyBeforeAnythingRan(report: Report) {
        #expect(report.criticalChain() == [])
        #expect(report.criticalChain(to: "nobody") == [])
    }

    @Test func endsEvenWhenAReportGoesInCircles() {
        let report = Report.made(
            ready: 100,
            [
                .made("a", requires: ["b"], .ended(.succeeded), 12, 12, 100),
                .made("b", requires: ["a", "a", "gone"], .ended(.succeeded), 12, 12, 100),
            ]
        )
        #expect(report.criticalChain(to: "a").count == 2)
    }

    @Test func drawsWhatSystemdAnalyzeDraws() {
        #expect(
            Report.storefront.criticalChainText() == """
                The time at which an operation started is printed after the "@" character.
                The time that its body took is printed after the "+" character.

                storefront ready @980ms
                └─feature-toggles @410ms +570ms
                  └─sdk-init @12ms +398ms
                    └─(before launch) @0 +12ms
                """
        )
    }

    @Test func drawsWaitsAndFailures() {
        let report = Report.made(
            .failed,
            ended: 600,
            [
                .made("sdk\u{1B}[31m", .main, .ended(.succeeded), 12, 12, 200),
                .made(
                    "window",
                    .main,
                    .ended(.failed(Failure(.timedOut, "no end within 300ms"))),
                    12,
                    200,
                    500,
                    releasedBy: "sdk\u{1B}[31m"
                ),
            ],
            rootCauses: [RootCause(operation: "window", failure: Failure(.error, "no"))]
        )
        #expect(
            report.criticalChainText()?.split(separator: "\n").dropFirst(2).joined(separator: "\n")
                == """
                storefront failed @600ms
                └─(until the end) @500ms +100ms
                  └─window @200ms +300ms (timed out: no end within 300ms; \
                waited 188ms for queue 'main', held by 'sdk\\u{1B}[31m')
                    └─sdk\\u{1B}[31m @12ms +188ms
                      └─(before launch) @0 +12ms
                """
        )
        #expect(report.criticalChainText(to: "nobody") == nil)
    }

    private func lines(_ report: Report, to name: String) -> [String] {
        let text = report.criticalChainText(to: name) ?? ""
        return text.split(separator: "\n").dropFirst(2).map { String($0) }
    }

    private func names(_ chain: [ChainStep]) -> [String] { chain.map(\.name) }
}

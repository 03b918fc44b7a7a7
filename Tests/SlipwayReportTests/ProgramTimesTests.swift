import Slipway
import SlipwayReport
import Testing

/// Programs in the table of times.
struct ProgramTimesTests {
    private var report: Report {
        var report = Report.made(
            .ready(degraded: true),
            ready: 512,
            [.made("web", .ended(.succeeded), 12, 12, 412)]
        )
        report.programs = [
            ProgramStatus(
                name: "web",
                state: .running,
                since: .at(412),
                startedAt: .at(12),
                readyAt: .at(412),
                pid: 4711,
                message: "serving"
            ),
            ProgramStatus(
                name: "mailer",
                state: .pausing(next: .at(62_000)),
                since: .at(60_000),
                startedAt: .at(58_000),
                readyAt: .at(59_500),
                restarts: 2,
                reason: "exited with 1"
            ),
            ProgramStatus(
                name: "indexer",
                state: .starting,
                since: .at(60_812),
                startedAt: .at(60_812),
                pid: 4712
            ),
            ProgramStatus(name: "older", state: .stopped, since: .at(30_412)),
        ]
        return report
    }

    @Test func theTableOfTimesHasProgramsBesideTheirOperations() {
        #expect(
            report.timeText(at: .at(60_912)) == """
                Startup finished in 512ms: 12ms before launch + 500ms launch; 1 operation

                WAIT    RUN  OPERATION        QUEUE          RESULT
                   -   12ms  (before launch)  -              -
                   0  400ms  web              userInitiated  succeeded

                STARTUP       SINCE   PID  RESTARTS  PROGRAM  STATE
                  400ms  1min 500ms  4711         0  web      running: serving
                 1.500s       912ms     -         2  mailer   \
                pausing, starts again in 1.088s: exited with 1
                      -       100ms  4712         0  indexer  starting
                      -     30.500s     -         0  older    stopped

                QUEUE           BUSY    RUN  OPERATIONS
                userInitiated  400ms  400ms           1
                """
        )
    }

    @Test func timesThatHaveNoEndAreLeftOut() {
        let rows = report.timeText().split(separator: "\n").filter { $0.contains("mailer") }
        #expect(rows == [" 1.500s      -     -         2  mailer   pausing: exited with 1"])
    }

    @Test func theSummaryHasThemInTheOrderOfTheirStarts() {
        let programs = report.timeSummary().programs
        #expect(programs.map(\.name) == ["web", "mailer", "indexer", "older"])
        #expect(
            programs.map(\.startup) == [.milliseconds(400), .milliseconds(1500), nil, nil]
        )
    }
}

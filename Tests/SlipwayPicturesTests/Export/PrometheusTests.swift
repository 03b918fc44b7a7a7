import Slipway
import SlipwayPictures
import SlipwayReport
import Testing

/// A launch in the text format of Prometheus.
struct PrometheusTests {
    private static let zero = Instant(nanoseconds: 5_000_000_000)

    private static func at(_ milliseconds: Int64) -> Instant {
        zero.advanced(by: .milliseconds(milliseconds))
    }

    static func operation(
        _ name: String,
        _ state: OperationStatus.State = .ended(.succeeded),
        _ times: [Int64?] = [10, 15, 250]
    ) -> OperationStatus {
        OperationStatus(
            name: name,
            queue: .main,
            state: state,
            readyAt: times[0].map(at),
            startedAt: times[1].map(at),
            endedAt: times[2].map(at)
        )
    }

    static func launch(_ operations: [OperationStatus], name: String = "shop") -> RecordedLaunch {
        RecordedLaunch(
            Report(
                name: name,
                launchID: "0123456789abcdef0123456789abcdef",
                course: LaunchCourse(
                    phase: .ready(degraded: false),
                    launchedAt: at(10),
                    readyAt: at(1250)
                ),
                processStart: zero,
                deadline: at(30_000),
                operations: operations
            ),
            start: .cold,
            startedAt: 1_790_000_000_000_000,
            version: "1.2.3",
            generation: 2
        )
    }

    private func lines(_ text: String, of name: String) -> [String] {
        text.split(separator: "\n").filter {
            $0.hasPrefix(name + "{") || $0.hasPrefix(name + " ")
        }.map(String.init)
    }

    @Test(
        arguments: [
            ("slipway_build_info", #"{version="1.2.3"} 1"#),
            ("slipway_launch_generation", #"{launch="shop"} 2"#),
            ("slipway_launch_start_time_seconds", #"{launch="shop"} 1790000000"#),
            ("slipway_launch_start_seconds", #"{launch="shop"} 0.01"#),
            ("slipway_launch_ready_seconds", #"{launch="shop",outcome="ready"} 1.25"#),
            ("slipway_launch_deadline_seconds", #"{launch="shop"} 30"#),
            (
                "slipway_operation_wait_seconds",
                #"{launch="shop",operation="sdk",queue="main",outcome="succeeded"} 0.005"#
            ),
            (
                "slipway_operation_run_seconds",
                #"{launch="shop",operation="sdk",queue="main",outcome="succeeded"} 0.235"#
            ),
            ("slipway_operation_attempts", #"{launch="shop",operation="sdk",queue="main"} 1"#),
            ("slipway_queue_busy_seconds", #"{launch="shop",queue="main"} 0.235"#),
        ]
    )
    func aNumberHasItsNameItsLabelsAndItsBaseUnit(name: String, rest: String) {
        let text = Self.launch([Self.operation("sdk")]).prometheus()
        #expect(lines(text, of: name) == [name + rest])
        #expect(text.contains("\n# TYPE \(name) gauge\n") || text.hasPrefix("# HELP \(name) "))
    }

    @Test func oneOfThePhasesIsTrue() {
        let text = Self.launch([]).prometheus()
        let phases = lines(text, of: "slipway_launch_phase")
        #expect(phases.count == 6)
        #expect(
            phases.filter { $0.hasSuffix(" 1") } == [
                #"slipway_launch_phase{launch="shop",phase="ready"} 1"#
            ]
        )
    }

    @Test func everyFamilyHasOneHelpAndOneType() {
        let text = Self.launch([Self.operation("a"), Self.operation("b")]).prometheus()
        let lines = text.split(separator: "\n")
        let helped = lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ")[2] }
        let typed = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(helped == typed)
        #expect(Set(helped).count == helped.count)
        let used = Set(
            lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != "{" && $0 != " " } }
        )
        #expect(used == Set(helped))
        #expect(text.hasSuffix("\n"))
    }

    @Test func oddNamesAreEscaped() {
        let text = Self.launch([Self.operation("a\"b\\c\nd")], name: "é\u{1B}").prometheus()
        #expect(
            lines(text, of: "slipway_operation_attempts") == [
                "slipway_operation_attempts{launch=\"é\u{1B}\",operation=\"a\\\"b\\\\c\\nd\",queue=\"main\"} 1"
            ]
        )
    }

    @Test func ofVeryManyNamesTheRestIsAddedUp() {
        let operations = (0..<1500).map { Self.operation("step-\($0)") }
        let text = Self.launch(operations).prometheus()
        let runs = lines(text, of: "slipway_operation_run_seconds")
        #expect(runs.count == 1001)
        #expect(
            runs.last
                == #"slipway_operation_run_seconds{launch="shop",operation="other",queue="main",outcome="succeeded"} 117.5"#
        )
    }

    @Test func openActionsAreCountedByKindAndAllByState() {
        var launch = Self.launch([])
        let actions: [(String, ActionStatus.State)] = [
            ("open-url", .waiting(missing: ["sdk"])), ("open-url", .running), ("sync", .running),
            ("sync", .done),
        ]
        launch.report.actions = actions.enumerated().map { number, action in
            ActionStatus(
                id: ActionID("a\(number)"),
                kind: action.0,
                queue: .main,
                requires: [],
                state: action.1,
                acceptedAt: Self.at(10)
            )
        }
        let counted = ["waiting": 5, "running": 2, "done": 70]
        let text = launch.prometheus(actionCounts: counted, at: nil)
        #expect(
            lines(text, of: "slipway_actions_waiting") == [
                #"slipway_actions_waiting{launch="shop",kind="open-url"} 1"#,
                #"slipway_actions_waiting{launch="shop",kind="other"} 4"#,
            ]
        )
        #expect(
            lines(text, of: "slipway_actions_running") == [
                #"slipway_actions_running{launch="shop",kind="open-url"} 1"#,
                #"slipway_actions_running{launch="shop",kind="sync"} 1"#,
            ]
        )
        #expect(
            lines(text, of: "slipway_launch_actions").contains(
                #"slipway_launch_actions{launch="shop",state="done"} 70"#
            )
        )
        #expect(
            lines(text, of: "slipway_actions_ended_total") == [
                #"slipway_actions_ended_total{launch="shop",kind="sync",state="done"} 1"#
            ]
        )
    }

    @Test func endedActionsAreCountedByKindAndEnd() {
        let ended = EndedActions([
            EndedActions.Key("sync", .done): 70, EndedActions.Key("open-url", .failed): 2,
            EndedActions.Key("", .expired): 1,
        ])
        let text = Self.launch([]).prometheus(actionCounts: [:], endedActions: ended, at: nil)
        #expect(
            lines(text, of: "slipway_actions_ended_total") == [
                #"slipway_actions_ended_total{launch="shop",kind="other",state="expired"} 1"#,
                #"slipway_actions_ended_total{launch="shop",kind="open-url",state="failed"} 2"#,
                #"slipway_actions_ended_total{launch="shop",kind="sync",state="done"} 70"#,
            ]
        )
    }

    @Test func programsSayWhetherTheyAreUpAndHowOftenTheyWereStartedAgain() {
        var launch = Self.launch([])
        launch.report.programs = [
            ProgramStatus(
                name: "web",
                state: .running,
                since: Self.at(100),
                startedAt: Self.at(50),
                readyAt: Self.at(100),
                restarts: 3
            ),
            ProgramStatus(name: "db", state: .ended, since: Self.at(100)),
        ]
        let text = launch.prometheus()
        #expect(
            lines(text, of: "slipway_program_up") == [
                #"slipway_program_up{launch="shop",program="web"} 1"#,
                #"slipway_program_up{launch="shop",program="db"} 0"#,
            ]
        )
        #expect(text.contains("# TYPE slipway_program_restarts_total counter\n"))
        #expect(
            lines(text, of: "slipway_program_restarts_total").first
                == #"slipway_program_restarts_total{launch="shop",program="web"} 3"#
        )
        #expect(
            lines(text, of: "slipway_program_startup_seconds") == [
                #"slipway_program_startup_seconds{launch="shop",program="web"} 0.05"#
            ]
        )
    }

    @Test func programsSayWhatTheyTakeWhereThatIsCounted() {
        var launch = Self.launch([])
        var web = ProgramStatus(name: "web", state: .running, since: Self.at(100))
        web.use = ResourceUse(
            memory: 5 << 20,
            processorTime: .milliseconds(1500),
            tasks: 3,
            memoryWait: .milliseconds(20)
        )
        launch.report.programs = [
            web, ProgramStatus(name: "db", state: .ended, since: Self.at(100)),
        ]
        let text = launch.prometheus()
        let numbers = [
            "memory_bytes": "5242880", "cpu_seconds_total": "1.5", "tasks": "3",
            "memory_wait_seconds_total": "0.02",
        ]
        for (name, number) in numbers {
            let family = "slipway_program_\(name)"
            #expect(
                lines(text, of: family) == [
                    "\(family){launch=\"shop\",program=\"web\"} \(number)"
                ]
            )
        }
        #expect(text.contains("# TYPE slipway_program_cpu_seconds_total counter\n"))
    }

    @Test func aServiceThatDoesNotAnswerIsDown() {
        #expect(
            RecordedLaunch.prometheusUp(false, app: "shop")
                == """
                # HELP slipway_up Whether the service answers: 1 or 0.
                # TYPE slipway_up gauge
                slipway_up{app="shop"} 0

                """
        )
    }
}

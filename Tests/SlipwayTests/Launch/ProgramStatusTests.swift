import SlipwayReport
import Synchronization
import Testing

@testable import Slipway

struct ProgramStatusTests {
    private func program(
        _ state: ProgramStatus.State,
        pid: Int32? = 7,
        restarts: Int = 0,
        reason: String? = nil
    ) -> ProgramStatus {
        ProgramStatus(
            name: "web",
            state: state,
            since: .at(0),
            pid: pid,
            restarts: restarts,
            reason: reason
        )
    }

    private func ready() throws -> MachineDriver {
        let driver = try MachineDriver.started(Plan(["web": []]))
        driver.end(0)
        return driver
    }

    /// In the words for operators, and in the chain of what blocks the launch.
    @Test func aProgramThatIsNotReadySaysWhatItLacks() throws {
        let driver = try MachineDriver.started(Plan(["web": []]))
        var status = program(.starting)
        status.lack = "has not said READY=1"
        status.message = "loading"
        driver.change(status)
        let words = "has not said READY=1; loading"
        #expect(status.words(at: .at(5)) == "is starting for 5ms, pid 7: \(words)")
        let report = driver.report
        #expect(report.explanation(at: driver.now)?.steps.last?.detail == words)
        let table = ProgramTable(report.programs, at: driver.now).lines
        #expect(table.last?.hasSuffix("web      starting: \(words)") == true, "\(table)")
    }

    /// An earlier run has a row of its own, and takes nothing any more.
    @Test func aRunThatIsOverStandsBesideOneOfWhichItIsKnownHowMuchItTakes() {
        var status = program(.running, restarts: 1)
        status.earlier = [
            ProgramRun(startedAt: .at(1), endedAt: .at(3), pid: 6, reason: "exited with 1")
        ]
        status.use = ResourceUse(memory: 1024)
        let lines = ProgramTable([status], at: .at(9), showsStartup: true).lines
        #expect(lines.count == 3)
        #expect(lines[1].hasSuffix("ended after 2ms: exited with 1"), "\(lines)")
    }

    @Test func aProgramThatAReloadEndsIsMissingOnlyIfItIsStillAwayAfterThat() throws {
        for isBack in [false, true] {
            let driver = try ready()
            driver.change(program(.running))
            driver.giveWay("web")
            for state in [ProgramStatus.State.stopping, .stopped] {
                driver.change(program(state, pid: nil))
                #expect(driver.phase == .ready(degraded: false))
                #expect(driver.report.programs[0].stateWords == "\(state.word) for a reload")
            }
            if isBack {
                for state in [ProgramStatus.State.starting, .running] {
                    driver.change(program(state))
                }
            }
            driver.endGivingWay()
            #expect(driver.phase == .ready(degraded: !isBack))
            #expect(driver.report.programs[0].stateWords == (isBack ? "running" : "stopped"))
        }
    }

    @Test func aLaunchIsDegradedAsLongAsAProgramIsMissing() throws {
        let driver = try ready()
        let course: [(ProgramStatus, Bool)] = [
            (program(.running), false),
            (program(.pausing(next: .at(9)), pid: nil, reason: "exited with 1"), true),
            (program(.starting, restarts: 1, reason: "exited with 1"), true),
            (program(.running, restarts: 1, reason: "exited with 1"), false),
            (program(.stopping), false), (program(.stopped), true), (program(.starting), false),
            (program(.running), false), (program(.ended, reason: "exited with 1"), true),
            // Whoever stops a program that crashes does not make the service whole.
            (program(.pausing(next: .at(9)), pid: nil, reason: "exited with 1"), true),
            (program(.stopped), true),
        ]
        var fold = ReportFold(driver.report)
        for (number, (status, isDegraded)) in course.enumerated() {
            driver.change(status)
            #expect(driver.phase == .ready(degraded: isDegraded))
            let kind = Event.Kind.programChanged(status, degraded: isDegraded)
            _ = fold.apply(Event(sequence: UInt64(number + 100), at: driver.now, kind: kind))
            #expect(fold.report == driver.report)
        }
    }

    @Test func aProgramThatTheServiceCannotDoWithoutFailsItByName() throws {
        let driver = try ready()
        driver.machine.fail(Failure("exited with 1"), of: "web")
        driver.stop()
        #expect(driver.phase == .failed)
        let cause = RootCause(operation: "web", failure: Failure("exited with 1"))
        #expect(driver.rootCauses == [cause])
        #expect(driver.machine.course.stopReason == "'web' failed: exited with 1")
    }

    @Test func whatAProgramSaysExplainsADeadlineThatPasses() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("web") { _ in }
        let driver = try MachineDriver.started(plan)
        var status = program(.starting)
        status.message = "waits for the end of the maintenance"
        driver.change(status)
        driver.fireNext()
        #expect(
            driver.report.rootCauses.first?.failure.message
                == "not ready within 3s; running: 'web' (3s, says: waits for the end of the "
                + "maintenance)"
        )
    }

    @Test func whatAProgramLacksExplainsADeadlineThatPasses() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("web") { _ in }
        let driver = try MachineDriver.started(plan)
        var status = program(.starting)
        status.lack = "has not said READY=1"
        driver.change(status)
        driver.fireNext()
        #expect(
            driver.report.rootCauses.first?.failure.message
                == "not ready within 3s; running: 'web' (3s, has not said READY=1)"
        )
    }

    @Test func aStartThatFollowsOthersExplainsADeadlineThatPasses() throws {
        var plan = Plan("shop", deadline: .seconds(3))
        plan.add("web") { _ in }
        let driver = try MachineDriver.started(plan)
        var status = program(.pausing(next: .at(4000)), pid: nil, restarts: 2)
        status.explain("exited with 1: no database", withoutOutput: "exited with 1")
        driver.change(status)
        driver.fireNext()
        let words =
            "not ready within 3s; running: 'web' (3s, starts again in 1s, started again 2 times: exited with 1"
        let failure = driver.report.rootCauses.first?.failure
        #expect(failure?.message == "\(words): no database)")
        #expect(failure?.messageWithoutOutput == "\(words))")
    }

    /// It is not at the head of the chain, but the launch waits for it too.
    @Test func whatRunsBesideSaysWhatItsProgramLacksToo() throws {
        let driver = try MachineDriver.started(Plan(["base": [], "web": [], "top": ["base"]]))
        var status = program(.starting)
        status.lack = "has not said READY=1"
        driver.change(status)
        let step = driver.report.explanation(at: driver.now)?.steps
            .first { $0.name == "web" }
        #expect(step?.relation == Explanation.Step.alsoRunning)
        #expect(step?.detail == "has not said READY=1")
    }

    @Test func whyAProgramStartsAgainIsShownWithWhatItSays() {
        var status = program(.starting, restarts: 1, reason: "was killed by SIGKILL")
        status.message = "opens the database"
        #expect(
            status.words(at: .at(1000))
                == "is starting for 1s, pid 7, started again once: was killed by SIGKILL; opens the "
                + "database"
        )
    }

    @Test func whatAProgramSaysExplainsWhatItsOperationWaitsFor() throws {
        let driver = try MachineDriver.started(Plan(["web": []]))
        var status = program(.starting)
        status.message = "migrating 3 of 7"
        driver.change(status)
        let explanation = driver.report.explanation(of: "web", at: driver.now)
        #expect(explanation?.steps.last?.detail == "migrating 3 of 7")
    }

    @Test(
        arguments: [
            (ProgramStatus.State.running, "is running for 90s, pid 7, started again 2 times"),
            (
                .pausing(next: .at(92_000)),
                "starts again in 2s, pid 7, started again 2 times: broken"
            ),
            (.ended, "has ended, pid 7, started again 2 times: broken"),
        ]
    )
    func howItIsCanBeRead(state: ProgramStatus.State, words: String) {
        let status = program(state, restarts: 2, reason: "broken")
        #expect(status.words(at: .at(90_000)).replacing("1min 30s", with: "90s") == words)
    }
}

struct TimeForTeardownTests {
    @Test func eachTeardownHasTheGraceForItself() throws {
        var plan = Plan("teardown")
        plan.grace = .seconds(10)
        for name in ["a", "b", "c"] {
            plan.add(name, on: .main, teardown: { (_: Void) async throws in }) { (_) throws in }
        }
        let driver = try MachineDriver.started(plan)
        for node in [0, 1, 2] { driver.end(node) }
        driver.stop()
        #expect(driver.tearingDown == [2])
        driver.fireNext()
        #expect(driver.now == .at(10_000))
        #expect(driver.tearingDown == [2, 1])
        // A teardown that was left behind may return, and changes nothing.
        driver.finishTeardown(of: 2)
        driver.finishTeardown(of: 1)
        #expect(driver.tearingDown == [0])
        // A timer of an earlier one is not this one's.
        driver.fire(.teardown(1))
        driver.fire(.teardown(0))
        #expect(!driver.isFinished)
        driver.finishTeardown(of: 0)
        #expect(driver.isFinished)
        #expect(driver.report.teardowns == 3)
    }

    /// A plan of programs, in this order: `stop` says which have a `stop` of their own.
    private func programs(_ names: [String], stop: Set<String> = []) -> Plan {
        var plan = Plan("teardown")
        plan.grace = .seconds(10)
        for name in names {
            plan.addProgram(
                name,
                on: .userInitiated,
                requires: [],
                after: [],
                OperationOptions(optional: true),
                when: nil,
                fallback: nil,
                teardown: ProgramTeardown(graces: stop.contains(name) ? 2 : 1) { (_: Void?) in },
                origin: Origin(file: #fileID, line: #line)
            ) { _ in }
        }
        return plan
    }

    @Test func aTeardownOfTwoPartsHasTheGraceTwice() throws {
        let driver = try MachineDriver.started(programs(["db", "web"], stop: ["web"]))
        for node in [0, 1] { driver.end(node) }
        #expect(driver.report.teardowns == 2)
        driver.stop()
        #expect(driver.tearingDown == [1, 0])
        driver.fireNext()
        #expect(driver.now == .at(10_000))
        #expect(!driver.isFinished)
        driver.fireNext()
        #expect(driver.now == .at(20_000))
        #expect(driver.isFinished)
    }

    private func status(_ name: String, _ state: ProgramStatus.State) -> ProgramStatus {
        ProgramStatus(name: name, state: state, since: .at(0))
    }

    /// Operators have started them again; what has ended needs no teardown.
    @Test func programsThatRunAlthoughTheirOperationsFailedEndToo() throws {
        let driver = try MachineDriver.started(programs(["db", "web", "proxy", "mail"]))
        driver.end(0)
        for node in [1, 2, 3] { driver.end(node, .failed("refused")) }
        driver.change(status("db", .running))
        driver.change(status("web", .running))
        driver.change(status("proxy", .pausing(next: .at(9))))
        driver.change(status("mail", .ended))
        driver.stop()
        #expect(driver.tearingDown == [2, 1, 0])
        for node in [2, 1, 0] { driver.finishTeardown(of: node) }
        #expect(driver.isFinished)
        #expect(driver.report.teardowns == 1)
    }

    @Test(arguments: [nil, 7])
    func aProgramsTeardownGetsItsValueIfThereIsOne(value: Int?) async throws {
        let given = Mutex<[Int?]>([])
        let teardown = ProgramTeardown<Int>(graces: 1) { value in
            given.withLock { $0.append(value) }
        }
        let calls = OperationCalls(nil, nil, nil as Fallback<Int>?, ofEffect: teardown.call) { _ in
            nil
        }
        try await calls.teardown?(value.map { Output($0) })
        #expect(given.withLock(\.self) == [value])
    }
}

struct ExtendedTimeoutTests {
    private func started(
        timeout: Duration? = .seconds(5),
        retry: Retry? = nil,
        budget: Duration? = nil
    ) throws -> MachineDriver {
        var plan = Plan("extended")
        plan.add("a", timeout: timeout, retry: retry, budget: budget) { _ in }
        return try MachineDriver.started(plan)
    }

    @Test func aBodyThatAsksForMoreTimeGetsIt() throws {
        let driver = try started()
        driver.wait(4000)
        driver.extend(0, by: .seconds(3))
        driver.fireNext()
        #expect(driver.now == .at(7000))
        #expect(driver.asked == [0])
        driver.end(0, .gaveUp)
        #expect(driver.rootCauses.first?.failure.message == "timed out after 7s")
    }

    /// While it runs; the next attempt has the declared time again.
    @Test func theTimeThatItAskedForIsItsLimit() throws {
        let driver = try started(retry: .constant(attempts: 2, pause: .zero))
        driver.wait(4000)
        driver.extend(0, by: .seconds(3))
        #expect(driver.report["a"]?.timeout == .seconds(7))
        let explanation = driver.report.explanation(of: "a", at: driver.now)
        #expect(explanation?.steps.last?.budget == .seconds(7))
        driver.end(0, .failed("refused"))
        #expect(driver.report["a"]?.timeout == .seconds(5))
    }

    @Test func itNeverShortensATimeout() throws {
        let driver = try started()
        driver.extend(0, by: .seconds(1))
        driver.fireNext()
        #expect(driver.now == .at(5000))
    }

    @Test func itReachesNotBeyondTheBudget() throws {
        let driver = try started(budget: .seconds(6))
        driver.extend(0, by: .seconds(60))
        driver.fireNext()
        #expect(driver.now == .at(6000))
        #expect(driver.asked == [0])
    }

    @Test func theNextAttemptHasTheOrdinaryTime() throws {
        let driver = try started(retry: .constant(attempts: 2, pause: .zero))
        driver.extend(0, by: .seconds(60))
        driver.end(0, .failed("refused"))
        driver.fireNext()
        driver.fireNext()
        #expect(driver.now == .at(5000))
        #expect(driver.asked == [0])
    }

    @Test func anOperationWithoutATimeoutNeedsNoMoreTime() throws {
        let driver = try started(timeout: nil)
        driver.extend(0, by: .seconds(60))
        #expect(driver.timers.keys.allSatisfy { $0 != .timeout(0) })
    }

    @Test func aBodyAsksThroughItsContext() async throws {
        var plan = Plan("extended")
        plan.add("a", timeout: .milliseconds(50)) { context in
            context.extendTimeout(by: .seconds(600))
            try await context.sleep(for: .milliseconds(200))
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }
}

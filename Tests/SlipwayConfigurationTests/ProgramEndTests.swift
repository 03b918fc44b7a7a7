import Glibc
import Slipway
import SlipwayConfiguration
import SlipwayOperations
import Testing

/// The keys that say what the end of a program means.
struct ProgramEndTests {
    private func program(_ lines: String) throws -> ProgramSpecification? {
        let exec = "exec: { command: [a], ready: notify }\n"
        return try read(operation(exec + lines)).operations[0].program
    }

    @Test func aProgramMayEndTheService() throws {
        let program = try #require(
            try program("ended: stop\nsuccess: [0, 3, TERM, SIGINT]\nexitStatus: own")
        )
        #expect(program.ended == .stop && program.end.policy == .stop)
        #expect(program.end.success.statuses == [0, 3])
        #expect(program.end.success.signals == [SIGTERM, SIGINT])
        #expect(program.end.exitStatus == .own)
    }

    @Test func readsHowItIsStartedAgain() throws {
        let lines = """
            ended: restart
            restart: { attempts: unlimited, steady: 15m, when: failure, firstStart: true }
            """
        let program = try #require(try program(lines))
        let limits = RestartLimits(attempts: nil, steady: .seconds(900), onlyFailures: true)
        #expect(program.end.policy == .restart(limits))
        #expect(program.includesFirstStart)
    }

    @Test func byDefaultItIsStartedAgainFiveTimesAfterAnyEndOnceItWasReady() throws {
        let program = try #require(try program("ended: restart"))
        #expect(program.end.policy == .restart(RestartLimits()))
        #expect(!program.includesFirstStart)
    }

    @Test func aRetryOfTheDefaultsIsNoneOfAFirstStartThatOthersFollow() throws {
        let text = """
            name: test
            defaults: { retry: 3 }
            operations:
              x:
                exec: { command: [a], ready: notify }
                ended: restart
                restart: { firstStart: true }
            """
        #expect(try read(text).operations[0].retry == nil)
    }

    @Test func readsWhatIsRunBeforeItIsGivenUp() throws {
        let lines = "beforeGivingUp: { command: [page, \"${env.OPS}\"], user: ops }"
        let command = try #require(try program(lines)?.beforeGivingUp)
        #expect(command.command == ["page", "${env.OPS}"])
        #expect(command.settings.user == "ops")
    }

    @Test func itRequiresWhatItNamesAndIsLookedForAsEveryProgram() throws {
        let text = """
            name: test
            operations:
              who: { exec: { command: [/a], output: text } }
              x:
                exec: { command: [/a], ready: notify }
                beforeGivingUp: [/b, "${operations.who.value}"]
            """
        let configuration = try read(text)
        #expect(configuration.operations[1].requires.map(\.name) == ["who"])
        let missing = configuration.missingPrograms(in: [:]) { $0 == "/a" }
        #expect(missing.map(\.reason) == ["there is no program '/b' here that can be run"])
    }

    @Test(arguments: [("2m", "2min"), ("1m", "1min"), ("59s", nil)] as [(String, String?)])
    func aTimeoutThatIsOverBeforeItCanBeReadyIsAFault(started: String, shown: String?) {
        let text = operation("exec: { command: [a], ready: { started: \(started) } }\ntimeout: 1m")
        let reason = shown.map {
            "operations.x.exec.ready.started: is \($0), and the operation's timeout of 1min is over by then; "
                + "write a longer timeout"
        }
        #expect(faults(text).map(withoutPlace) == [reason].compactMap(\.self))
    }

    @Test func readsTheTimesOfItsReadinessAndHealth() throws {
        let text = operation(
            """
            exec: { command: [a], ready: { started: 2s } }
            health: { tcp: "a:1", misses: 5, successes: 2, startPeriod: 1m }
            """
        )
        let program = try #require(try read(text).operations[0].program)
        #expect(program.ready == .settled(.seconds(2)))
        #expect(program.health?.limits.successes == 2)
        #expect(program.health?.limits.startPeriod == .seconds(60))
    }

    @Test(
        arguments: [
            (
                "success: [0]",
                "success: counts with ended: stop, or with restart: { when: failure }; every other end of "
                    + "a program that stays is one that was not asked for: remove it"
            ),
            (
                "ended: stop\nsuccess: []",
                "success: is an empty list; expected a list of exit statuses and signals, such as [0, TERM]"
            ),
            (
                "ended: stop\nsuccess: [TERM, SIGTERM]",
                "success[1]: 'SIGTERM' is listed twice; remove one"
            ),
            (
                "ended: stop\nsuccess: [STOP]",
                "success[0]: found 'STOP'; expected a signal such as TERM or a whole number from 0 to 255"
            ),
            (
                "ended: { restart: {} }",
                "ended: is one word; write ended: restart, and restart: { … } beside it"
            ),
            (
                "ended: degrade\nexitStatus: own",
                "exitStatus: counts only if the service ends with the program, but the service "
                    + "goes on without this one; remove the key"
            ),
            (
                "optional: true\nended: restart\nexitStatus: own",
                "exitStatus: counts only if the service ends with the program, but the service "
                    + "goes on without this one; remove the key"
            ),
            (
                "ended: restart\nrestart: { firstStart: true }\nretry: 3",
                "retry: repeats the first start, which restart: { firstStart: true } does already; "
                    + "remove one of the two"
            ),
            (
                "ended: restart\nrestart: { steady: 0s }",
                "restart.steady: found '0s'; expected a duration that is longer than zero"
            ),
            (
                "ended: restart\nrestart: { when: success }",
                "restart.when: found 'success'; expected always or failure"
            ),
            (
                "ended: restart\nrestart: { policy: on-failure }",
                "restart.policy: unknown key; here that is when: failure"
            ),
            (
                "beforeGivingUp: { command: [a], ready: notify }",
                "beforeGivingUp.ready: is for operations; beforeGivingUp runs a program to its end: "
                    + "remove it"
            ),
        ]
    )
    func saysWhatIsWrong(lines: String, expected: String) {
        let found = faults(operation("exec: { command: [a], ready: notify }\n" + lines))
        #expect(found.map(withoutPlace) == ["operations.x." + expected])
    }

    @Test(arguments: ["exitStatus: own", "beforeGivingUp: [a]", "dependents: kept"])
    func theyAreForProgramsOnly(line: String) {
        let key = line.prefix { $0 != ":" }
        let expected =
            "operations.x.\(key): is for programs; add ready: notify, socket:PATH or started to exec"
        #expect(faults(operation("exec: [a]\n" + line)).map(withoutPlace) == [expected])
    }

    /// Else a program in two groups would not be restarted with one that the outer group requires.
    @Test(.timeLimit(.minutes(10)))
    func allInAGroupAtAnyDepthRequiresWhatTheGroupDoes() async throws {
        let recorder = Recorder()
        _ = try await recorder.launch(
            """
            name: test
            grace: 3s
            operations:
              base: { exec: { command: [base], ready: started }, dependents: restarted }
              outer:
                requires: [base]
                group:
                  operations:
                    inner: { group: { operations: { web: { exec: { command: [web], ready: started } } } } }
              proxy: { requires: [outer], exec: { command: [proxy], ready: started } }
            """
        )
        #expect(
            recorder.calls.filter { $0.hasPrefix("start") } == [
                "start base, ended: fail",
                "start web, ended: fail, requires: base",
                "start proxy, ended: fail, requires: base, web",
            ]
        )
    }
}

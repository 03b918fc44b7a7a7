import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import Testing

/// Programs: operations with `ready`.
struct ProgramTests {
    private func program(_ lines: String) throws -> ProgramSpecification? {
        try read(operation(lines)).operations[0].program
    }

    @Test(
        arguments: [
            ("started", .started), ("notify", .notify), ("socket:/run/x", .socket("/run/x")),
            ("\"socket:${env.RUN}/x\"", .socket("${env.RUN}/x")),
        ] as [(String, ProgramSpecification.Ready)]
    )
    func readyMakesAProgram(text: String, ready: ProgramSpecification.Ready) throws {
        let program = try program("exec: { command: [a], ready: \(text) }")
        #expect(program == ProgramSpecification(ready: ready))
        #expect(program?.ended == .fail)
    }

    @Test(
        arguments: [
            ("{ tcp: 'localhost:80' }", "tcp"), ("{ http: 'http://localhost/' }", "http"),
            ("{ exec: [a] }", nil), ("{ line: up }", nil), ("{ started: 1s }", nil),
            ("notify", nil), ("started", nil), ("socket:/run/x", nil),
        ]
    )
    func aSignThatTheOldProgramGivesIsNoneForOverlap(ready: String, key: String?) throws {
        let lines = "exec: { command: [a], ready: \(ready) }\nreplace: overlap"
        let words = key.map { key in
            "test.yaml:5:14: operations.x.replace: the old program would answer ready: { \(key): … } in place of "
                + "the new one; write ready: notify or ready: { line: TEXT }, or replace: stopFirst"
        }
        #expect(faults(operation(lines)) == (words.map { [$0] } ?? []))
    }

    @Test func aProgramThatExitsIsNone() throws {
        #expect(try program("exec: { command: [a], ready: exit, output: text }") == nil)
    }

    @Test func anOptionalProgramDegradesTheLaunch() throws {
        let program = try program("exec: { command: [a], ready: started }\noptional: true")
        #expect(program?.ended == .degrade)
    }

    @Test func readsEveryKeyOfAProgram() throws {
        let lines = """
            exec: { command: [a], ready: notify }
            ended: restart
            restart: { attempts: 2, within: 1m, initial: 0s, maximum: 5s }
            watchdog: 100ms
            health: { exec: [check, "${env.PORT}"], every: 1s, timeout: 2s, misses: 1 }
            sockets: [http, "https 2"]
            """
        var health = HealthSpecification(check: .exec(.init(command: ["check", "${env.PORT}"])))
        health.limits.every = .seconds(1)
        health.timeout = .seconds(2)
        health.limits.misses = 1
        let expected = ProgramSpecification(
            ready: .notify,
            ended: .restart(
                attempts: 2,
                within: .seconds(60),
                initial: .zero,
                maximum: .seconds(5)
            ),
            watchdog: .milliseconds(100),
            health: health,
            sockets: ["http", "https 2"]
        )
        #expect(try program(lines) == expected)
    }

    @Test(
        arguments: [
            ("http: \"http://x/\"", .http(ProbeSpecification(url: "http://x/"))),
            ("tcp: \"x:80\"", .tcp("x:80")),
        ] as [(String, HealthSpecification.Check)]
    )
    func readsAHealthCheck(text: String, check: HealthSpecification.Check) throws {
        let program = try program("exec: { command: [a], ready: started }\nhealth: { \(text) }")
        #expect(program?.health == HealthSpecification(check: check))
        #expect(program?.health?.limits.every == .seconds(10))
        #expect(program?.health?.timeout == .seconds(5))
        #expect(program?.health?.limits.misses == 3)
    }

    @Test func aHealthCheckRequiresWhatItNames() async throws {
        let yaml = """
            name: test
            operations:
              port: { exec: { command: [port], output: text } }
              web:
                exec: { command: [web], ready: started }
                health: { tcp: "localhost:${operations.port.value}" }
            """
        let configuration = try read(yaml)
        #expect(configuration.operations[1].requires.map(\.name) == ["port"])
        let recorder = Recorder(values: ["port": "8080"])
        _ = try await recorder.launch(yaml)
        #expect(recorder.calls.contains("health localhost:8080"))
    }

    @Test func aHealthCheckThatIsNotThereIsAMissingProgram() throws {
        let lines = "exec: { command: [/a], ready: started }\nhealth: { exec: [/b] }"
        let missing = try read(operation(lines)).missingPrograms(in: [:]) { $0 == "/a" }
        #expect(missing.map(\.reason) == ["there is no program '/b' here that can be run"])
    }

    @Test func isStartedWithItsStopAndEnded() async throws {
        let recorder = Recorder()
        let report = try await recorder.launch(
            """
            name: test
            grace: 3s
            operations:
              web:
                timeout: 5s
                exec: { command: [web], ready: notify }
                ended: degrade
                stop: [drain]
              next: { requires: [web], exec: [next] }
            """
        )
        #expect(
            recorder.calls == [
                "start web within 5.0 seconds, ended: degrade, stop: drain", "next", "end web",
            ]
        )
        #expect(report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    @Test(
        arguments: [
            (
                "ready: notfy",
                "4:34: operations.x.exec.ready: found 'notfy'; expected exit, started, notify, "
                    + "socket:PATH with an absolute path, or a mapping such as { tcp: HOST:PORT }"
            ),
            (
                "ready: socket:run/x",
                "4:34: operations.x.exec.ready: found 'socket:run/x'; expected exit, started, notify, "
                    + "socket:PATH with an absolute path, or a mapping such as { tcp: HOST:PORT }"
            ),
            (
                "ready: \"socket:/${operations.y.value}\"",
                "4:43: operations.x.exec.ready: '${operations.y.value}': the path of a socket holds no "
                    + "value; write it, or ${env.NAME}"
            ),
            (
                "ready: notify, output: text",
                "4:42: operations.x.exec.output: a program that stays gives no value; remove it, or "
                    + "write ready: exit"
            ),
            (
                "input: x",
                "4:27: operations.x.exec.input: unknown key; did you mean 'stdin'?"
            ),
        ]
    )
    func saysWhatIsWrongWithExec(key: String, expected: String) {
        let lines = "exec: { command: [a], \(key) }"
        let text = operation(lines) + "  y: { exec: { command: [y], output: text } }\n"
        #expect(faults(text) == ["test.yaml:" + expected])
    }

    @Test(
        arguments: [
            (
                "stop: { command: [a], ready: notify }",
                "operations.x.stop.ready: is for operations; stop runs a program to its end: remove it"
            ),
            (
                "health: { exec: { command: [a], ready: notify } }",
                "operations.x.health.exec.ready: is for operations; a check runs a program to its end: "
                    + "remove it"
            ),
            (
                "ended: never",
                "operations.x.ended: found 'never'; expected fail, restart, degrade or stop"
            ),
            (
                "optional: true\nended: fail",
                "operations.x.ended: the launch goes on without an optional program; write restart, "
                    + "degrade or stop"
            ),
            (
                "restart: { attempts: 3 }",
                "operations.x.restart: is for programs that are restarted; add ended: restart, or remove "
                    + "it"
            ),
            (
                "ended: restart\nrestart: { attempts: 0 }",
                "operations.x.restart.attempts: found '0'; expected unlimited or a whole number from 1 to "
                    + "65536"
            ),
            (
                "ended: restart\nrestart: { maximum: 10ms }",
                "operations.x.restart.maximum: is shorter than initial, 1s; write at least that, "
                    + "or a shorter initial"
            ),
            (
                "watchdog: 99ms",
                "operations.x.watchdog: found '99ms'; expected a duration that is at least 100ms"
            ),
            (
                "health: {}",
                "operations.x.health: checks nothing; add one of http, tcp or exec"
            ),
            (
                "health: { tcp: \"a:1\", exec: [b] }",
                "operations.x.health.exec: 'exec' is a second check beside 'tcp'; keep one"
            ),
            (
                "health: { tcp: \"a:1\", misses: 0 }",
                "operations.x.health.misses: found '0'; expected a whole number from 1 to 1000"
            ),
            (
                "health: { tcp: \"a:1\", every: 1ms }",
                "operations.x.health.every: found '1ms'; expected a duration that is at least 100ms"
            ),
            (
                "sockets: [varlink]",
                "operations.x.sockets[0]: found 'varlink'; expected another name; varlink is the "
                    + "daemon's own socket"
            ),
            (
                "sockets: [\"a:b\"]",
                "operations.x.sockets[0]: found 'a:b'; expected the name of an activation socket: 1 to "
                    + "255 characters, without ':' and control characters"
            ),
            (
                "sockets: [\"\"]",
                "operations.x.sockets[0]: found empty text; expected the name of an activation socket: 1 "
                    + "to 255 characters, without ':' and control characters"
            ),
            (
                "sockets: [a, a]",
                "operations.x.sockets[1]: 'a' is listed twice; remove one"
            ),
        ]
    )
    func saysWhatIsWrongWithItsKeys(lines: String, expected: String) {
        let found = faults(operation("exec: { command: [a], ready: notify }\n" + lines))
        #expect(found.map(withoutPlace) == [expected])
    }

    @Test func onlyAProgramThatNotifiesHasAWatchdog() {
        let lines = "exec: { command: [a], ready: started }\nwatchdog: 1s"
        #expect(
            faults(operation(lines)) == [
                "test.yaml:5:5: operations.x.watchdog: is for programs with ready: notify, which say "
                    + "that they are alive; write that, or use health"
            ]
        )
    }

    @Test(arguments: ["ended: fail", "restart: {}", "watchdog: 1s", "health: {}", "sockets: []"])
    func theirKeysAreForProgramsOnly(line: String) {
        let key = line.prefix { $0 != ":" }
        #expect(
            faults(operation("exec: [a]\n\(line)")) == [
                "test.yaml:5:5: operations.x.\(key): is for programs; add ready: notify, socket:PATH or "
                    + "started to exec"
            ]
        )
    }

    @Test func anActionStartsNone() {
        #expect(
            faults(action("exec: { command: [a], ready: started }")) == [
                "test.yaml:4:27: actions.x.exec.ready: is for operations; a launch action runs a program "
                    + "to its end: remove it"
            ]
        )
    }

    @Test func aProgramHasNoValue() {
        #expect(
            faults(
                """
                name: test
                operations:
                  web: { exec: { command: [web], ready: notify } }
                  x: { exec: [x, "${operations.web.value}"] }
                """
            ) == [
                "test.yaml:4:19: operations.x.exec[1]: 'web' is a program, which gives no value; remove "
                    + "the reference"
            ]
        )
    }
}

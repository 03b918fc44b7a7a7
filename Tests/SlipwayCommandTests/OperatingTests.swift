import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// The commands that change something: each says what became of it.
struct OperatingTests {
    @Test func sendingPrintsWhatBecameOfIt() throws {
        let reply = SubmitReply(
            action: Reports.action("a1", .done, started: 500, ended: 512),
            durability: .memory
        )
        let answer = StubDaemon.Answer.replies([
            reply.object(Offsets(processStart: Reports.at(0)))
        ])
        let ran = try StubDaemon.run(
            ["send", "open-url", "url=https://a.example", "--wait", "done"],
            ["Submit": answer]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "a1 open-url: done after 412ms\n")
    }

    @Test(
        arguments: [
            (["pause"], "PauseQueue", true, 0, "the launch is paused\n"),
            (["pause", "main"], "PauseQueue", false, 0, "queue 'main' was paused already\n"),
            (["resume"], "ResumeQueue", true, 0, "the launch goes on\n"),
            (["resume", "main"], "ResumeQueue", false, 0, "queue 'main' was not paused\n"),
            (["cancel", "a"], "CancelOperation", true, 0, "'a' was asked to end\n"),
            (["cancel", "a"], "CancelOperation", false, 1, ""),
            (
                ["cancel", "8b383ac31d993463a6342b0af91b21d7"], "CancelAction", true, 0,
                "'8b383ac31d993463a6342b0af91b21d7' was asked to end\n"
            ),
        ] as [([String], String, Bool, Int32, String)]
    )
    func operatingSaysWhetherItChangedAnything(
        arguments: [String],
        method: String,
        changed: Bool,
        exitCode: Int32,
        text: String
    ) throws {
        let ran = try StubDaemon.run(
            arguments,
            [method: .replies([Method.PauseQueue.Reply(changed).object()])]
        )
        #expect(ran.exitCode == exitCode)
        #expect(ran.output == text)
    }

    /// An operation, an action by its identity, and one by the beginning of it.
    @Test(arguments: ["a", "8b383ac31d993463a6342b0af91b21d7", "8b38"])
    func aCancellationSaysWhy(name: String) throws {
        let refusal = LaunchRefusal.noSuchOperation(name, nearest: nil).varlinkError
        let reply = Method.CancelOperation.Reply(true, state: "running").object()
        let changed = StubDaemon.Answer.replies([reply])
        let daemon = try StubDaemon([
            "CancelOperation": name == "a" ? changed : .error(refusal), "CancelAction": changed,
        ])
        let ran = try CapturedOutput.run(
            ["cancel", name, "--reason", "wrong price", "--socket", daemon.path]
        )
        #expect(ran.exitCode == 0, "\(ran.errors)")
        let key = name == "a" ? "name" : "id"
        let calls = daemon.calls(of: name == "a" ? "CancelOperation" : "CancelAction")
        #expect(calls == [[key: .string(name), "reason": "wrong price"]])
    }

    @Test(
        arguments: [
            (0, "no launch action runs, and the launch is paused\n"),
            (1, "no launch action runs, and the launch is paused; 1 launch action waits\n"),
            (7, "no launch action runs, and the launch is paused; 7 launch actions wait\n"),
        ]
    )
    func aDrainSaysWhatWaits(waiting: Int, text: String) throws {
        let ran = try StubDaemon.run(
            ["drain", "--timeout", "5s"],
            ["Drain": .replies([Method.Drain.Reply(waiting: waiting).object()])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == text)
    }

    @Test(
        arguments: [
            (true, "running", 0, "'a' was asked to end\n"),
            (true, "cancelled", 0, "'a' is cancelled\n"),
            (false, "succeeded", 1, "slipway: cannot cancel 'a': it has ended: succeeded\n"),
        ] as [(Bool, String, Int32, String)]
    )
    func whatHasEndedIsNotSaidToBeAskedToEnd(
        changed: Bool,
        state: String,
        exitCode: Int32,
        text: String
    ) throws {
        let reply = Method.CancelOperation.Reply(changed, state: state).object()
        let ran = try StubDaemon.run(["cancel", "a"], ["CancelOperation": .replies([reply])])
        #expect(ran.exitCode == exitCode)
        #expect(ran.output + ran.errors == text)
    }

    @Test(
        arguments: [
            (1, "generation 2 is in service; 1 of 2 operations stays as it is\n"),
            (2, "generation 2 is in service; 2 of 3 operations stay as they are\n"),
        ]
    )
    func aReloadSaysHowManyOperationsStay(count: Int, end: String) throws {
        let steps =
            (0..<count).map { ReloadStep(name: "kept\($0)", fate: .stays, reason: "") }
            + [ReloadStep(name: "web", fate: .replaced, reason: "its exec changed")]
        let reply = ReloadReply(generation: 2, operations: steps)
        let ran = try StubDaemon.run(["reload"], ["Reload": .replies([reply.object()])])
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasSuffix(end), "\(ran.output)")
    }

    @Test func aReloadThatTakesLongerThanItsTimeoutGoesOn() throws {
        let ran = try StubDaemon.run(
            ["reload", "--timeout", "20ms"],
            ["Reload": .silence(after: [])]
        )
        #expect(ran.exitCode == 3)
        #expect(
            ran.errors
                == "slipway: timed out after 20ms: the reload goes on; 'slipway status' says what becomes of it\n"
        )
    }

    @Test func aRestartSaysThatItBringsInNothingOfAChangedConfiguration() throws {
        var reply = ProgramReply(
            ProgramStatus(name: "web", state: .running, since: Reports.at(0))
        )
        reply.changedFiles = ["/etc/slipway/shop.yaml"]
        let ran = try StubDaemon.run(
            ["restart", "web"],
            ["RestartProgram": .replies([reply.object(Offsets(processStart: Reports.at(0)))])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output == "'web' is running\n")
        #expect(
            ran.errors
                == "slipway: the configuration has changed since it was loaded: /etc/slipway/shop.yaml; "
                + "'slipway reload' brings it in\n"
        )
    }

    /// The unit of the package has that status among its SuccessExitStatus=.
    @Test(
        arguments: [
            (
                .error(LaunchRefusal.shuttingDown.varlinkError),
                "slipway: cannot take the call: the launch is stopping\n"
            ),
            (
                .close,
                "slipway: cannot call org.slipway.Launch.Reload: the daemon went away before it had answered\n"
            ),
        ] as [(StubDaemon.Answer, String)]
    )
    func aReloadUnderWhichTheServiceStopsExitsWith75(
        answer: StubDaemon.Answer,
        errors: String
    ) throws {
        let ran = try StubDaemon.run(["reload"], ["Reload": answer])
        #expect(ran.exitCode == 75)
        #expect(ran.errors == errors)
    }
}

import Slipway
import SlipwayCommand
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

/// The words of a command about a name that it did not find, or cannot use.
struct NameSearchTests {
    private static let offsets = Offsets(processStart: Reports.at(0))

    private func run(
        _ arguments: [String],
        _ answers: [String: StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let daemon = try StubDaemon(answers)
        return try withExtendedLifetime(daemon) {
            try CapturedOutput.run(arguments + ["--socket", daemon.path])
        }
    }

    private static func refused(_ name: String, nearest: String?) -> StubDaemon.Answer {
        .error(LaunchRefusal.noSuchOperation(name, nearest: nearest).varlinkError)
    }

    private static let isKind = StubDaemon.Answer.replies([
        Method.Explain.Reply(Explanation(subject: "open-url", state: "idle", steps: [])).object()
    ])

    @Test(
        arguments: [
            (
                ["wait", "--for", "usre-data"], refused("usre-data", nearest: "user-data"),
                "cannot find 'usre-data': nothing has that name; did you mean 'user-data'?"
            ),
            (
                ["wait", "--for", "open-url"], isKind,
                "cannot wait for 'open-url': it is a kind of action; 'slipway actions --kind open-url' "
                    + "lists them with their identities"
            ),
            (
                ["wait", "--for", "abc"], refused("abc", nearest: nil),
                "cannot find 'abc': nothing has that name, and the beginning of an identity has at "
                    + "least 4 characters"
            ),
            (
                ["cancel", "open-url"], isKind,
                "cannot cancel 'open-url': it is a kind of action; 'slipway actions --kind open-url' "
                    + "lists them with their identities"
            ),
            (
                ["cancel", "usre-data"], refused("usre-data", nearest: "user-data"),
                "cannot find 'usre-data': nothing has that name"
            ),
        ] as [([String], StubDaemon.Answer, String)]
    )
    func isWhatWasProbablyMeant(
        arguments: [String],
        explained: StubDaemon.Answer,
        words: String
    ) throws {
        let name = arguments.last ?? ""
        let ran = try run(
            arguments,
            [
                "GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()]),
                "CancelOperation": Self.refused(name, nearest: nil), "Explain": explained,
            ]
        )
        #expect(ran.exitCode == 1)
        #expect(ran.errors.hasPrefix("slipway: \(words)"), "\(ran.errors)")
    }

    @Test func aProgramIsStoppedAndNotCancelled() throws {
        var report = Reports.ready
        report.programs = [ProgramStatus(name: "web", state: .running, since: Reports.at(500))]
        let ran = try run(
            ["cancel", "web"],
            [
                "CancelOperation": .replies([
                    Method.CancelOperation.Reply(false, state: "succeeded").object()
                ]),
                "GetReport": .replies([Method.GetReport.Reply(report).object()]),
            ]
        )
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: cannot cancel 'web': it has ended: succeeded; 'slipway stop web' ends its "
                + "program\n"
        )
    }

    /// Those that the launch has forgotten too.
    @Test(arguments: [ActionStatus.State.done, .failed(Failure("no"), operation: nil)])
    func anActionIsWaitedForByTheBeginningOfItsIdentity(state: ActionStatus.State) throws {
        let id = "8b383ac31d993463a6342b0af91b21d7"
        let action = Reports.action(id, state, started: 200, ended: 300)
        let reply = ActionReply(action: action, sender: nil, calendar: .now)
        let ran = try run(
            ["wait", "--for", "8b38"],
            [
                "GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()]),
                "GetAction": .replies([reply.object(Self.offsets)]),
            ]
        )
        #expect(ran.exitCode == (state == .done ? 0 : 1))
        #expect(
            ran.output + ran.errors
                == (state == .done ? "\(id): done\n" : "slipway: action '\(id)' failed: no\n")
        )
    }
}

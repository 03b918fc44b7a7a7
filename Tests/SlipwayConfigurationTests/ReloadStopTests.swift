import Slipway
import SlipwayConfiguration
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// A program that an operator has stopped, when a reload changes it or what it requires.
struct ReloadStopTests {
    private static let base = """
        name: shop
        operations:
          db: { exec: { command: [/bin/db], ready: notify } }
          web: { requires: [db], exec: { command: [/bin/web], ready: notify } }
          all: { group: { operations: { page: { requires: [web], exec: [/bin/page] } } } }
          last: { requires: [all], exec: [/bin/last] }

        """

    private func source(_ text: String) throws -> GenerationSource {
        let configured = try ConfiguredGraph(parsing: .test(text))
        return GenerationSource(configured.configuration, configured.credentials, in: [:])
    }

    private func plan(
        _ changes: [(String, String)],
        stopped: [String] = ["web"],
        ends: [String: Outcome] = [:]
    ) throws -> ReloadPlan {
        let new = changes.reduce(Self.base) { $0.replacing($1.0, with: $1.1) }
        let names = ["db", "web", "all", "page", "last"]
        let stop = OperatorStop(uid: 1000, at: Instant(nanoseconds: 0))
        return try ReloadPlanner(
            from: source(Self.base),
            to: source(new),
            ends: Dictionary(uniqueKeysWithValues: names.map { ($0, Outcome.succeeded) })
                .merging(ends) { $1 },
            undoable: ["db", "web"],
            stops: Dictionary(uniqueKeysWithValues: stopped.map { ($0, stop) })
        ).plan
    }

    private static let stays = "program 'web' was stopped by user 1000, and stays stopped"

    @Test(arguments: [
        (
            "[/bin/web]", "[/bin/web, -n]", ["exec"],
            "; its changed keys count once it is started"
        ),
        ("[/bin/db]", "[/bin/db, -n]", ["exec"], ""),
        (
            "requires: [db], exec", "timeout: 9s, exec", ["exec", "requires", "timeout"],
            "; its changed keys count once it is started"
        ),
        ("name: shop", "name: shop", ["exec"], ""),
    ])
    func itStaysSoWhateverChanges(
        old: String,
        new: String,
        keys: [String],
        note: String
    ) throws {
        let plan = try plan([(old, new)])
        #expect(plan.refusal == nil)
        #expect(plan.adopted["web"] == .value)
        #expect(plan.adopted["page"] == .value)
        #expect(plan.changes["web"] == Set(keys))
        #expect(plan.notes == [Self.stays + note])
        #expect((plan.adopted["db"] == nil) == old.contains("/bin/db"))
    }

    @Test(
        arguments: [
            ([("[/bin/page]", "[/bin/page, -n]")], ["web"], "'page', which requires it, would run"),
            ([("[/bin/last]", "[/bin/last, -n]")], ["web"], nil),
            ([("[/bin/web]", "[/bin/web, -n]")], ["db"], "'web', which requires it, would run"),
            ([("[/bin/last]", "[/bin/last, -n]")], ["db"], nil),
            (
                [("  last:", "  new: { requires: [web], exec: [/bin/new] }\n  last:")], ["web"],
                "'new', which requires it, would run"
            ),
        ] as [([(String, String)], [String], String?)]
    )
    func whatWouldRunAndRequiresItIsARefusal(
        changes: [(String, String)],
        stopped: [String],
        need: String?
    ) throws {
        let words = need.map {
            "program '\(stopped[0])' was stopped by user 1000, and \($0); "
                + "start it first with 'slipway start \(stopped[0])'"
        }
        #expect(try plan(changes, stopped: stopped).refusal == words)
    }

    @Test func soIsItsOwnOperationThatWouldRunAgain() throws {
        let plan = try plan([], ends: ["web": .failed(Failure("no"))])
        #expect(
            plan.refusal
                == "program 'web' was stopped by user 1000, and its operation would run; "
                + "start it first with 'slipway start web'"
        )
    }

    @Test func oneThatIsGoneOrNoProgramAnyMoreHasNoStop() throws {
        let gone = try plan([
            ("  web: { requires: [db], exec: { command: [/bin/web], ready: notify } }\n", ""),
            ("requires: [web], ", ""),
        ])
        #expect(gone.steps.first { $0.name == "web" }?.fate == .goes)
        #expect(gone.refusal == nil)
        let step = try plan([
            ("{ command: [/bin/web], ready: notify }", "{ command: [/bin/web] }")
        ])
        #expect(step.steps.first { $0.name == "web" }?.fate == .replaced)
        #expect(step.refusal == nil)
    }
}

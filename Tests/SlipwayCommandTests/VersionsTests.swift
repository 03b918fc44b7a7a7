import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwaySystem
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// A command and a service of different versions: an older one lacks fields and methods, a newer one has more fields,
/// words and errors.
struct VersionsTests {
    private static let older = "0.0.9"
    private static let newer = "99.1.0"

    private static func info(_ version: String, _ product: String = "slipwayd") -> StubDaemon.Answer
    {
        .replies([
            [
                "vendor": "Slipway", "product": .string(product), "version": .string(version),
                "url": "", "interfaces": [],
            ]
        ])
    }

    private func run(
        _ arguments: [String],
        of version: String,
        _ answers: [String: StubDaemon.Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        var answers = answers
        answers["GetInfo"] = Self.info(version)
        let stub = try StubDaemon(answers)
        return try CapturedOutput.run(arguments + ["--socket", stub.path])
    }

    private static let isOlder =
        "it is older than this slipway, \(Version.current): restart the service, so that it runs what is "
        + "installed"
    private static let isNewer =
        "it is newer than this slipway, \(Version.current): use the slipway of that version"

    // MARK: Methods and parameters

    @Test(arguments: [(older, isOlder), (newer, isNewer)])
    func aMethodThatIsNotThereIsToldWithBothVersions(version: String, words: String) throws {
        let answer = StubDaemon.Answer.error(.methodNotFound("org.slipway.Launch.ListPrograms"))
        let ran = try run(["programs"], of: version, ["ListPrograms": answer])
        #expect(ran.exitCode == 2)
        #expect(ran.output == "")
        #expect(
            ran.errors
                == "slipway: slipwayd \(version) does not know the method 'ListPrograms'; \(words)\n"
        )
    }

    @Test func ofTheSameVersionItIsNoMatterOfVersions() throws {
        let answer = StubDaemon.Answer.error(.methodNotFound("org.slipway.Launch.ListPrograms"))
        let ran = try run(["programs"], of: Version.current, ["ListPrograms": answer])
        #expect(
            ran.errors
                == "slipway: slipwayd \(Version.current) does not know the method 'ListPrograms'\n"
        )
    }

    @Test func aParameterThatAnOlderServiceDoesNotTakeIsTold() throws {
        let ran = try run(
            ["reload", "--dry-run"],
            of: Self.older,
            ["Reload": .error(.invalidParameter("dryRun"))]
        )
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: slipwayd \(Self.older) does not take 'dryRun' as it was sent; \(Self.isOlder)\n"
        )
    }

    @Test func anErrorOfANewerServiceIsShownAsItIs() throws {
        let error = VarlinkError("org.slipway.Launch.Frozen", ["until": 7])
        let ran = try run(["pause"], of: Self.newer, ["PauseQueue": .error(error)])
        #expect(ran.exitCode == 1)
        #expect(
            ran.errors
                == "slipway: slipwayd \(Self.newer) refuses: org.slipway.Launch.Frozen {\"until\":7}; "
                + "\(Self.isNewer)\n"
        )
    }

    @Test func aServiceThatEmbedsTheLibraryIsBuiltAnew() throws {
        let stub = try StubDaemon([
            "GetInfo": Self.info("7.1 (Slipway \(Self.older))", "shop"),
            "GetReport": .replies([["launch": Reports.ready.json]]),
        ])
        let ran = try CapturedOutput.run(["status", "--socket", stub.path])
        #expect(ran.exitCode == 0)
        #expect(
            ran.errors
                == "slipway: this service is shop (Slipway \(Self.older)); it is older than this slipway, "
                + "\(Version.current): build it with that version\n"
        )
    }

    // MARK: Fields

    @Test(arguments: [(older, isOlder), (newer, isNewer)])
    func statusNotesAnotherVersionOnce(version: String, words: String) throws {
        let reply: JSONObject = ["launch": Reports.ready.json]
        let ran = try run(["status"], of: version, ["GetReport": .replies([reply])])
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasPrefix("storefront: ready after 980ms"))
        #expect(ran.errors == "slipway: this service is slipwayd \(version); \(words)\n")
        let json = try run(["status", "--json"], of: version, ["GetReport": .replies([reply])])
        #expect(json.errors == "")
        let same = try run(["status"], of: Version.current, ["GetReport": .replies([reply])])
        #expect(same.errors == "")
    }

    /// As one that a later version adds: each has a value that it stands for.
    @Test func aReportWithoutItsFieldsWithADefaultIsShown() throws {
        var launch = try #require(Reports.starting.json.objectValue)
        for field in ["teardowns", "tearingDown", "failedTeardowns", "programs", "mainBlock"] {
            launch[field] = nil
        }
        launch["operations"] = .array(
            (launch["operations"]?.arrayValue ?? []).map { operation in
                var operation = operation.objectValue ?? [:]
                for field in ["attempt", "attemptLimit", "attempts", "locks", "stage", "isGroup"] {
                    operation[field] = nil
                }
                return .object(operation)
            }
        )
        let ran = try run(
            ["status"],
            of: Self.older,
            ["GetReport": .replies([["launch": .object(launch)]])]
        )
        #expect(ran.exitCode == 0, "\(ran.errors)")
        #expect(ran.output.hasPrefix("storefront: starting"))
    }

    @Test func aReplyThatCannotBeUnderstoodIsToldWithBothVersions() throws {
        var launch = try #require(Reports.ready.json.objectValue)
        launch["operations"] = "many"
        let ran = try run(
            ["status"],
            of: Self.newer,
            ["GetReport": .replies([["launch": .object(launch)]])]
        )
        #expect(ran.exitCode == 2)
        #expect(
            ran.errors
                == "slipway: cannot understand slipwayd \(Self.newer): cannot read 'launch.operations': it is "
                + "'many'; expected an array; \(Self.isNewer)\n"
        )
    }

    // MARK: Words

    private static func launch(_ change: (inout [JSONObject]) -> Void) throws -> JSONObject {
        var launch = try #require(Reports.starting.json.objectValue)
        var operations = (launch["operations"]?.arrayValue ?? []).compactMap(\.objectValue)
        change(&operations)
        launch["operations"] = .array(operations.map(JSON.object))
        return ["launch": .object(launch)]
    }

    @Test func aStateThatIsNotKnownIsShownAsItIs() throws {
        // One that has ended, and two that have not.
        let reply = try Self.launch { operations in
            operations[0]["state"] = "withdrawn"
            operations[1]["state"] = "frozen"
            operations[2]["state"] = "frozen"
        }
        let ran = try run(["status"], of: Self.newer, ["GetReport": .replies([reply])])
        #expect(ran.exitCode == 0)
        #expect(
            ran.output.contains("unknown: ended as 'withdrawn', which this version does not know")
        )
        #expect(
            ran.errors.hasSuffix(
                "slipway: slipwayd \(Self.newer) says 'withdrawn' in 'launch.operations[].state', 'frozen' in "
                    + "'launch.operations[].state', which this slipway, \(Version.current), does not know; "
                    + "'--json' prints the answer as it is\n"
            ),
            "\(ran.errors)"
        )
        let json = try run(["status", "--json"], of: Self.newer, ["GetReport": .replies([reply])])
        #expect(json.exitCode == 0)
        #expect(json.errors == "")
        #expect(try JSON(parsing: json.output) == reply["launch"])
    }

    @Test func aPhaseThatIsNotKnownIsNotReady() throws {
        var launch = try #require(Reports.ready.json.objectValue)
        launch["phase"] = "hibernating"
        let ran = try run(
            ["status"],
            of: Self.newer,
            ["GetReport": .replies([["launch": .object(launch)]])]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasPrefix("storefront: starting"))
        #expect(
            ran.errors.contains(
                "slipwayd \(Self.newer) says 'hibernating' in 'launch.phase', which"
            )
        )
    }

    @Test func anActionThatEndedInAnUnknownWayIsNoSuccess() throws {
        let done = SubmitReply(
            action: Reports.action("a1", .done, started: 500, ended: 512),
            durability: .disk
        )
        var reply = done.object(Offsets(processStart: Reports.at(0)))
        var action = try #require(reply["action"]?.objectValue)
        action["state"] = "delegated"
        reply["action"] = .object(action)
        let ran = try run(
            ["send", "open-url", "url=https://a.example", "--wait", "done"],
            of: Self.newer,
            ["Submit": .replies([reply])]
        )
        #expect(ran.exitCode == 1)
        #expect(
            (ran.output + ran.errors).contains(
                "ended as 'delegated', which this version does not know"
            )
        )
    }

    /// The launch is ready: nothing is said to have failed in it.
    @Test func anEndThatIsNotKnownIsNoFailure() throws {
        var launch = try #require(Reports.ready.json.objectValue)
        var operations = launch["operations"]?.arrayValue ?? []
        var operation = try #require(operations.first?.objectValue)
        operation["state"] = "withdrawn"
        operations[0] = .object(operation)
        launch["operations"] = .array(operations)
        let ran = try run(
            ["status"],
            of: Self.newer,
            ["GetReport": .replies([["launch": .object(launch)]])]
        )
        #expect(!ran.output.contains("failed"), "\(ran.output)")
        #expect(ran.output.contains("because of \(operation["name"]?.stringValue ?? ""): unknown"))
    }

    @Test func anActionWhoseStateIsNotKnownIsListed() throws {
        let page = ActionPage(
            listed: [ListedAction(Reports.action("a1", .running, started: 500))],
            now: .now
        )
        var reply = page.object(Offsets(processStart: Reports.at(0)))
        var action = try #require(reply["actions"]?.arrayValue?.first?.objectValue)
        action["state"] = "glit"
        reply["actions"] = [.object(action)]
        let ran = try run(
            ["actions"],
            of: Self.newer,
            [
                "ListActions": .replies([reply]),
                "GetStatus": .replies([Reports.status(Reports.ready)]),
            ]
        )
        #expect(ran.exitCode == 0)
        #expect(ran.output.contains("open-url"))
        #expect(
            ran.errors.contains("slipwayd \(Self.newer) says 'glit' in 'actions[].state', which")
        )
    }

    // MARK: Sending

    @Test(arguments: [(older, isOlder), (newer, isNewer)])
    func aSenderIsToldOfBothVersions(version: String, words: String) throws {
        let ran = try run(
            ["send", "open-url"],
            of: version,
            ["Submit": .error(.methodNotFound("org.slipway.Launch.Submit"))]
        )
        #expect(ran.exitCode == 2)
        #expect(
            ran.errors
                == "slipway: slipwayd \(version) does not know the method 'Submit'; \(words)\n"
        )
        let refused = try run(
            ["send", "open-url"],
            of: version,
            ["Submit": .error(.invalidParameter("key"))]
        )
        #expect(
            refused.errors.contains(
                "slipwayd \(version) does not take 'key' as it was sent; \(words)"
            )
        )
    }

    @Test func aSenderIsToldWhoSaysAWordThatIsNotKnown() throws {
        let done = SubmitReply(
            action: Reports.action("a1", .running, started: 500),
            durability: .disk
        )
        var reply = done.object(Offsets(processStart: Reports.at(0)))
        reply["durability"] = "copied"
        let ran = try run(["send", "open-url"], of: Self.newer, ["Submit": .replies([reply])])
        #expect(ran.exitCode == 0)
        #expect(
            ran.errors
                == "slipway: slipwayd \(Self.newer) says 'copied' in 'durability', which this slipway, "
                + "\(Version.current), does not know; '--json' prints the answer as it is\n"
        )
    }

    @Test func oneWithEqualNumbersIsAnotherVersionOnly() {
        let same = ServiceVersion(product: "slipwayd", version: "\(Version.current)+other")
        #expect(same.difference == "it is another version than this slipway, \(Version.current)")
    }

    @Test func aWatchGoesOnBeyondAWordThatIsNotKnown() throws {
        let offsets = Offsets(processStart: Reports.at(0))
        var changed = WatchReply.operation(Reports.starting.operations[1]).object(offsets)
        var operation = try #require(changed["operation"]?.objectValue)
        operation["state"] = "frozen"
        changed["operation"] = .object(operation)
        let replies = [
            WatchReply.launch(Reports.starting).object(offsets), changed, ["novelty": [:]],
            WatchReply.phase(Reports.ready.course).object(offsets),
        ]
        let ran = try run(["watch"], of: Self.newer, ["Watch": .replies(replies)])
        #expect(ran.exitCode == 0)
        #expect(ran.output.contains("storefront: ready after 980ms"))
    }

    /// A word of a caller must be one that the service knows.
    @Test func aCallersWordIsNotReplaced() {
        let call = VarlinkCall("org.slipway.Launch.ListActions", ["state": "frozen"])
        #expect(throws: VarlinkError.invalidParameter("state")) {
            try LaunchInterface.method(call)
        }
    }

    @Test func aListSaysWhichServicesRunAnotherVersion() {
        var service = ListedService(name: "shop", state: .running)
        service.version = ServiceVersion(product: "slipwayd", version: Self.older)
        var list = ServiceList()
        list.add(service)
        #expect(list.text(.plain).hasSuffix("runs slipwayd \(Self.older)"))
        #expect(list.json["services"]?.arrayValue?[0]["version"] == .string(Self.older))
    }
}

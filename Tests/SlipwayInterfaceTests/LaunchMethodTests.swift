import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

struct LaunchMethodTests {
    private static let methods: [any LaunchMethod] = [
        Method.Explain(), Method.PauseQueue(), Method.ResumeQueue(), Method.Drain(),
        Method.Drain(includesWaiting: true), Method.CancelOperation("a"),
        Method.CancelAction("a1"), Method.Submit(kind: "open-url"),
        Method.Submit(
            kind: "open-url",
            payload: ["url": "https://example.org", "deep": [1, nil]],
            key: "k1",
            wait: .done,
            timeout: .milliseconds(2500)
        ),
    ]

    @Test func everyCallComesBackAsItWas() throws {
        for method in Self.methods {
            #expect(try LaunchInterface.method(method.call()).call() == method.call())
        }
    }

    @Test func everyMethodOfTheInterfaceIsACall() {
        for member in VarlinkInterface.launch.methods {
            let parameters: JSONObject =
                switch member {
                case "Submit": ["kind": "k"]
                case "CancelOperation", "StartProgram", "StopProgram", "RestartProgram",
                    "ForgetValue":
                    ["name": "a"]
                case "GetAction", "WaitAction", "CancelAction", "RetryAction": ["id": "a1"]
                case "CancelActions", "RetryActions": ["ids": ["a1"]]
                default: [:]
                }
            let call = VarlinkCall("org.slipway.Launch.\(member)", parameters)
            #expect(throws: Never.self) { try LaunchInterface.method(call) }
        }
    }

    @Test func whatIsAsLongAsItMayBeIsTaken() throws {
        let name = String(repeating: "x", count: TextLimit.name)
        let key = String(repeating: "é", count: TextLimit.key / 2)
        let reason = String(repeating: "x", count: TextLimit.reason)
        let methods: [any LaunchMethod] = [
            Method.Submit(kind: name, key: key), Method.Explain(name), Method.PauseQueue(name),
            Method.CancelOperation(name, reason: reason), Method.GetAction(name),
            Method.CancelAction(name, reason: reason),
        ]
        for method in methods {
            #expect(try LaunchInterface.method(method.call()).call() == method.call())
        }
    }

    @Test(
        arguments: [
            ("GetStatus", ["x": 1], .invalidParameter("x")),
            ("Explain", ["name": 1], .invalidParameter("name")),
            ("Explain", ["nam": "a"], .invalidParameter("nam")),
            ("Submit", [:], .invalidParameter("kind")),
            ("Submit", ["kind": nil], .invalidParameter("kind")),
            ("Submit", ["kind": "a", "payload": []], .invalidParameter("payload")),
            ("Submit", ["kind": "a", "wait": "soon"], .invalidParameter("wait")),
            ("Submit", ["kind": "a", "timeoutUSec": -1], .invalidParameter("timeoutUSec")),
            ("Submit", ["kind": "a", "timeoutUSec": 1.5], .invalidParameter("timeoutUSec")),
            (
                "Submit", ["kind": "a", "timeoutUSec": .integer(.max)],
                .invalidParameter("timeoutUSec")
            ),
            ("PauseQueue", ["queue": 1], .invalidParameter("queue")),
            ("CancelOperation", [:], .invalidParameter("name")),
            ("Submit", ["kind": .text(257)], .invalidParameter("kind")),
            ("Submit", ["kind": "a", "key": .text(257)], .invalidParameter("key")),
            ("Explain", ["name": .text(257)], .invalidParameter("name")),
            ("PauseQueue", ["queue": .text(257)], .invalidParameter("queue")),
            ("ResumeQueue", ["queue": .text(257)], .invalidParameter("queue")),
            ("CancelOperation", ["name": .text(257)], .invalidParameter("name")),
            (
                "CancelOperation", ["name": "a", "reason": .text(1025)],
                .invalidParameter("reason")
            ),
            ("GetAction", [:], .invalidParameter("id")),
            ("GetAction", ["id": .text(257)], .invalidParameter("id")),
            ("CancelAction", ["id": "a", "reason": .text(1025)], .invalidParameter("reason")),
            ("Nope", ["x": 1], .methodNotFound("org.slipway.Launch.Nope")),
        ] as [(String, JSONObject, VarlinkError)]
    )
    func refusesWhatTheInterfaceDoesNotDeclare(
        member: String,
        parameters: JSONObject,
        error: VarlinkError
    ) {
        #expect(throws: error) {
            try LaunchInterface.method(VarlinkCall("org.slipway.Launch." + member, parameters))
        }
    }
}

struct LaunchRefusalTests {
    private static let all: [(LaunchRefusal, String)] = [
        (
            .unknownKind("opn", known: ["open", "close"]),
            "no kind of launch action is named 'opn'; known are 'open', 'close'"
        ),
        (
            .invalidPayload(key: "url", reason: "is missing; expected a string"),
            "cannot send action: payload key 'url': is missing; expected a string"
        ),
        (
            .payloadTooLarge(size: 70_000, limit: 65_536),
            "cannot send action: the payload has 70000 bytes; at most 65536 are accepted"
        ),
        (
            .queueFull(limit: 1000, retryAfter: .seconds(2)),
            "cannot send action: 1000 actions of this kind wait already; try again in 2000ms"
        ),
        (
            .queueFull(limit: 1000, share: 750, retryAfter: .seconds(2)),
            "cannot send action: 750 actions of your user wait already, the most that one user may "
                + "have of 1000 slots; try again in 2000ms"
        ),
        (
            .conflict(key: "k", id: "a1"),
            "cannot send action: key 'k' belongs to action 'a1' with another payload; "
                + "use another key"
        ),
        (.storeFailed(message: "disk full"), "cannot store action: disk full"),
        (
            .storeSilent(id: "a1", message: "no answer"),
            "cannot tell whether action 'a1' is accepted: no answer; if it is stored later, it runs"
        ),
        (
            .launchFailed(operation: "user-data", message: "HTTP 503"),
            "the launch failed at operation 'user-data': HTTP 503"
        ),
        (
            .launchFailed(operation: nil, message: "the deadline passed"),
            "the launch failed: the deadline passed"
        ),
        (.shuttingDown, "cannot take the call: the launch is stopping"),
        (
            .noSuchOperation("usr", nearest: "user-data"),
            "cannot find 'usr': nothing has that name; did you mean 'user-data'?"
        ),
        (.noSuchOperation("usr", nearest: nil), "cannot find 'usr': nothing has that name"),
        (
            .noSuchQueue("mian", known: ["main", "userInitiated"]),
            "cannot find queue 'mian': nothing has that name; known are 'main', 'userInitiated'"
        ),
        (
            .observesOnly,
            "this socket takes only calls that change nothing; use the service's control socket"
        ),
        (
            .ambiguousAction("a1", known: ["a1b", "a1c"]),
            "cannot tell which action 'a1' is: several begin so, as 'a1b', 'a1c'"
        ),
        (
            .alreadyRetried("a1", retry: "a2"),
            "cannot retry action 'a1': it was retried before, as 'a2'"
        ),
        (
            .cannotRetry("a1", reason: "has not ended"),
            "cannot retry action 'a1': it has not ended"
        ),
        (
            .noSuchAction("a123"),
            "cannot find action 'a123': none has that identity, or it ended long ago"
        ),
        (
            .noSuchAction("a12"),
            "cannot find action 'a12': the beginning of an identity has at least 4 characters"
        ),
        (
            .noSuchOperation("a12", nearest: nil),
            "cannot find 'a12': nothing has that name, and the beginning of an identity has at least 4 "
                + "characters"
        ),
        (
            .notAllowed(.operate, uid: 1000, kind: nil),
            "user 1000 may not operate the service; root, its own user and those under 'operators' "
                + "in its configuration may"
        ),
        (
            .notAllowed(.send, uid: 1000, kind: "open"),
            "user 1000 may not send 'open'; its 'allow' in the configuration says who may"
        ),
        (
            .notAllowed(.cancel, uid: 1000, kind: "open"),
            "user 1000 may not cancel this 'open': another user sent it; operators may"
        ),
    ]

    @Test(arguments: all)
    func comesBackAsItWasAndSaysWhy(refusal: LaunchRefusal, words: String) {
        #expect(LaunchRefusal(refusal.varlinkError) == refusal)
        #expect(refusal.description == words)
    }

    @Test(arguments: all.map(\.0))
    func isDeclaredInTheInterface(refusal: LaunchRefusal) {
        let name = refusal.varlinkError.name.split(separator: ".").last.map { String($0) } ?? ""
        #expect(VarlinkInterface.launch.description.contains("\nerror \(name) ("))
    }

    @Test func anErrorOfAnotherShapeIsNoRefusal() {
        #expect(LaunchRefusal(VarlinkError("org.slipway.Launch.Conflict")) == nil)
        #expect(LaunchRefusal(VarlinkError("org.slipway.Launch.Nope")) == nil)
        #expect(LaunchRefusal(.permissionDenied) == nil)
    }
}

extension JSON {
    /// Text of that many bytes.
    fileprivate static func text(_ count: Int) -> JSON {
        .string(String(repeating: "x", count: count))
    }
}

import Slipway
import SlipwayJSON
import Testing

/// Payloads of launch actions: from JSON, by the graph, to the handler.
struct PayloadTests {
    private struct OpenURL: Decodable, Hashable {
        enum Mode: String, Decodable, CaseIterable { case window, tab }

        var url: String
        var mode: Mode?
    }

    /// The decoder for the payloads of a kind of that payload.
    private func decoding<Payload: Sendable>(
        of type: Payload.Type
    ) throws -> any PayloadDecoding {
        var plan = Plan("shop")
        plan.action("kind") { (_: Payload, _) in }
        return try #require(try Graph(plan).actionPayloads["kind"])
    }

    /// Keeps nothing, and asks for what is to follow each change.
    private struct Keeper: ActionKeeper {
        let changes: AsyncStream<ActionChange>
        private let continuation: AsyncStream<ActionChange>.Continuation

        init() { (changes, continuation) = AsyncStream.makeStream() }

        let isDurable = true

        func keep(_ change: ActionChange, _ times: ActionTimes, for launchID: String) {
            continuation.yield(change)
        }

        func keep(answer: some Encodable, of id: ActionID) {}

        func finish() { continuation.finish() }

        /// Lets every change pass, attempts with a payload.
        func answer(_ launch: Launch, _ payload: ActionPayload) async {
            for await change in changes {
                if case .attempt = change {
                    launch.kept(change, .stored, payload: payload)
                } else {
                    launch.kept(change, .stored)
                }
            }
        }
    }

    /// The payload that the handler of a kind gets when `json` is sent to it.
    private func handled<Payload: Sendable>(
        _ json: JSON,
        as type: Payload.Type
    ) async throws -> Payload? {
        let (payloads, handle) = AsyncStream.makeStream(of: Payload.self)
        var plan = Plan("shop")
        plan.action("kind") { (payload: Payload, _) in
            handle.yield(payload)
            handle.finish()
        }
        let graph = try Graph(plan)
        let decoding = try #require(graph.actionPayloads["kind"])
        let payload = try json.decode { try decoding.decode(from: $0) }.value
        let keeper = Keeper()
        let launch = Launch(graph, deadlineFrom: .run, keeper: keeper)
        launch.restore([
            RestoredAction(
                id: ActionID("a1"),
                kind: "kind",
                acceptedAt: Instant(nanoseconds: 0)
            )
        ])
        async let answering: Void = keeper.answer(launch, payload)
        async let running: Void = launch.run()
        var handled: Payload?
        for await payload in payloads { handled = payload }
        launch.stop()
        try await running
        keeper.finish()
        await answering
        return handled
    }

    @Test(.timeLimit(.minutes(1))) func theHandlerGetsWhatItsKindReads() async throws {
        let json: JSON = ["url": "https://shop.example.org/", "mode": "tab"]
        #expect(
            try await handled(json, as: OpenURL.self)
                == OpenURL(url: "https://shop.example.org/", mode: .tab)
        )
        #expect(try await handled(json, as: JSON.self) == json)
        #expect(try await handled(["a": 1, "b": 2], as: [String: Int].self) == ["a": 1, "b": 2])
        #expect(try await handled("tab", as: OpenURL.Mode.self) == .tab)
        #expect(try await handled(7, as: Int?.self) == .some(7))
        #expect(try await handled([:], as: Void.self) != nil)
    }

    private func fault<Payload: Sendable>(
        _ json: JSON,
        as type: Payload.Type
    ) throws -> JSONDecodingFault? {
        let decoding = try decoding(of: type)
        return #expect(throws: JSONDecodingFault.self) {
            try json.decode { try decoding.decode(from: $0) }
        }
    }

    @Test func aPayloadThatIsNotReadNamesTheKey() throws {
        #expect(
            try fault([:], as: OpenURL.self)
                == JSONDecodingFault(path: "url", reason: "is missing; expected a string")
        )
        let words = "is not one of the values of 'Mode'; expected 'window' or 'tab'"
        #expect(
            try fault(["url": "", "mode": "flap"], as: OpenURL.self)
                == JSONDecodingFault(path: "mode", reason: words)
        )
        #expect(
            try fault("flap", as: OpenURL.Mode.self) == JSONDecodingFault(path: "", reason: words)
        )
    }

    @Test func noPayloadIsTheEmptyObject() throws {
        #expect(
            try fault(["force": true], as: Void.self)
                == JSONDecodingFault(
                    path: "force",
                    reason: "is not accepted: actions of this kind have no payload"
                )
        )
        #expect(
            try fault(nil, as: Void.self)
                == JSONDecodingFault(path: "", reason: "is null; expected an object")
        )
    }
}

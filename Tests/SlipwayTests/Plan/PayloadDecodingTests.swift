import Slipway
import Testing

struct PayloadDecodingTests {
    private struct Plain: Sendable {}
    private struct Readable: Decodable, Sendable {}

    /// Only the main actor reads it.
    @MainActor private struct Isolated: @MainActor Decodable {
        private enum Key: String, CodingKey { case name }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self)
        }
    }

    /// Declares a kind whose payload is known only to be `Sendable`.
    private func declare<Payload: Sendable>(_ type: Payload.Type, _ plan: inout Plan) {
        plan.action("\(type)") { (_: Payload, _) in }
    }

    @Test func kindsWhosePayloadIsDecodableOrNothingAreRead() throws {
        var plan = Plan("test")
        declare(Readable.self, &plan)
        declare(Int.self, &plan)
        declare([Readable].self, &plan)
        declare(Readable?.self, &plan)
        declare(Void.self, &plan)
        declare(Plain.self, &plan)
        declare([Plain].self, &plan)
        plan.add("operation") {}
        let kinds = try Graph(plan).actionPayloads.keys
        #expect(Set(kinds) == ["Readable", "Int", "Array<Readable>", "Optional<Readable>", "()"])
    }

    /// Otherwise what the main actor owns would be touched by the thread of the socket.
    @MainActor @Test func aPayloadThatOnlyTheMainActorReadsIsNotRead() throws {
        var plan = Plan("test")
        declare(Isolated.self, &plan)
        #expect(try Graph(plan).actionPayloads.isEmpty)
    }

    @Test func everyFormOfDeclarationKeepsIt() throws {
        var plan = Plan("test")
        let a = plan.add("a") { 1 }
        let b = plan.add("b") { 2 }
        plan.action("1") { (_: Readable) in }
        plan.action("2") { (_: Readable, _: OperationContext) in }
        plan.action("3", reading: a) { (_: Readable, _: Int) in }
        plan.action("4", reading: a) { (_: Readable, _: Int, _: OperationContext) in }
        plan.action("5", reading: a, b) { (_: Readable, _: Int, _: Int) in }
        plan.action("6", reading: a, b) { (_: Readable, _: Int, _: Int, _: OperationContext) in }
        #expect(try Graph(plan).actionPayloads.keys.sorted() == ["1", "2", "3", "4", "5", "6"])
    }
}

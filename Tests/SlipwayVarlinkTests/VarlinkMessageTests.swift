import SlipwayJSON
import SlipwayVarlink
import Testing

struct VarlinkMessageTests {
    @Test(
        arguments: [
            (#"{"method":"a.b.C"}"#, VarlinkCall("a.b.C")),
            (#"{"method":"a.b.C","parameters":null,"more":false}"#, VarlinkCall("a.b.C")),
            (#"{"parameters":{"x":1},"method":"a.b.C"}"#, VarlinkCall("a.b.C", ["x": 1])),
            (#"{"method":"a.b.C","oneway":true,"more":null}"#, VarlinkCall("a.b.C", mode: .oneway)),
            (#"{"method":"a.b.C","more":true,"upgrade":false}"#, VarlinkCall("a.b.C", mode: .more)),
            (#"{"method":"a.b.C","upgrade":true}"#, VarlinkCall("a.b.C", mode: .upgrade)),
            (#"{"method":"a.b.C","org.example":{"trace":1}}"#, VarlinkCall("a.b.C")),
            (#"{"method":"nodot"}"#, VarlinkCall("nodot")),
        ]
    )
    func readsCalls(text: String, call: VarlinkCall) throws {
        #expect(try VarlinkCall(decoding: Array(text.utf8)) == call)
        let frame = call.frame
        #expect(frame.last == 0)
        #expect(try VarlinkCall(decoding: Array(frame.dropLast())) == call)
    }

    @Test(
        arguments: [
            ("", .json(offset: 0, reason: "the text ends inside a value")),
            ("[]", .notAnObject),
            ("{}", .missingMethod),
            (#"{"method":null}"#, .missingMethod),
            (#"{"method":""}"#, .missingMethod),
            (#"{"method":7}"#, .wrongType(member: "method", expected: "a string")),
            (
                #"{"method":"a.B","parameters":[]}"#,
                .wrongType(member: "parameters", expected: "an object")
            ),
            (#"{"method":"a.B","more":1}"#, .wrongType(member: "more", expected: "a boolean")),
            (#"{"method":"a.B","flags":1}"#, .unknownMember("flags")),
            (#"{"method":"a.B","oneway":true,"more":true}"#, .contradiction(["oneway", "more"])),
        ] as [(String, WireFault)]
    )
    func saysWhatIsNotACall(text: String, fault: WireFault) {
        #expect(throws: fault) { try VarlinkCall(decoding: Array(text.utf8)) }
    }

    @Test func splitsTheMethodAtItsLastDot() {
        #expect(VarlinkCall("org.example.Launch.Go").interface == "org.example.Launch")
        #expect(VarlinkCall("org.example.Launch.Go").member == "Go")
        #expect(VarlinkCall("Go").interface == "")
        #expect(VarlinkCall("Go").member == "Go")
    }

    @Test(
        arguments: [
            ("{}", VarlinkReply.parameters([:])),
            (#"{"parameters":{"a":1},"continues":true}"#, .parameters(["a": 1], continues: true)),
            (#"{"error":"a.E","parameters":{"a":1}}"#, .error(VarlinkError("a.E", ["a": 1]))),
            (#"{"error":"a.E"}"#, .error(VarlinkError("a.E"))),
        ]
    )
    func repliesAreWrittenWithoutWhatIsEmpty(text: String, reply: VarlinkReply) throws {
        #expect(try VarlinkReply(decoding: Array(text.utf8)) == reply)
        #expect(try VarlinkReply(decoding: Array(reply.frame.dropLast())) == reply)
        #expect(reply.frame.count == text.utf8.count + 1)
    }

    @Test(
        arguments: [
            ("nonsense", .json(offset: 1, reason: "unexpected 'o'")),
            (#"{"parameters":1}"#, .wrongType(member: "parameters", expected: "an object")),
            (#"{"error":"a.E","continues":true}"#, .contradiction(["error", "continues"])),
            (#"{"result":{}}"#, .unknownMember("result")),
        ] as [(String, WireFault)]
    )
    func saysWhatIsNotAReply(text: String, fault: WireFault) {
        #expect(throws: fault) { try VarlinkReply(decoding: Array(text.utf8)) }
    }
}

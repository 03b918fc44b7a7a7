import SlipwayConfiguration
import SlipwayJSON
import Testing

/// The use that a body makes of a payload that its parameters accept.
struct PayloadUseTests {
    private func refusal(of lines: String) throws -> PayloadFault? {
        let text = action(
            "\(lines)\nparameters: { u: { required: true }, o: { type: object, required: true } }"
        )
        let body = try read(text).actions[0].body
        do throws(PayloadFault) {
            try body.accept(["u": "a\u{0}b", "o": ["p": "c\u{0}"]])
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (#"exec: [/bin/echo, "${payload.u}"]"#, "u"),
            (#"exec: { command: [/bin/true], environment: { A: "x${payload.u}" } }"#, "u"),
            (#"exec: { command: [/bin/true], stdin: "${payload.u}" }"#, "u"),
            (#"exec: [/bin/echo, "${payload.o.p}"]"#, "o.p"),
            (#"exec: [/bin/echo, "${payload.o}"]"#, nil),
            (#"exec: [/bin/echo, '{"a": "${payload.u}"}']"#, nil),
            (#"http: "https://a/${payload.u}""#, nil),
            (#"http: { url: "https://a/", headers: { X: "${payload.u}" } }"#, "u"),
            (#"http: { url: "https://a/", body: { x: "${payload.u}" } }"#, nil),
            (#"exec: [/bin/true]"#, nil),
        ] as [(String, String?)]
    )
    func aNULIsRefusedWhereItCannotBe(lines: String, key: String?) throws {
        let fault = try refusal(of: lines)
        #expect(fault?.key == key)
        if let fault { #expect(fault.reason.contains("has a NUL character")) }
    }

    @Test func anIntegerIsHandedOnAsOne() {
        let schema = PayloadSchema(parameters: [
            .init(name: "n", type: .integer), .init(name: "x", type: .number),
        ])
        let payload: JSONObject = ["n": 5.0, "x": 5.0]
        #expect(schema.normalized(payload) == ["n": 5, "x": 5.0])
    }

    @Test func keysThatBeginWithAnXAreTheUsersOwn() throws {
        let text = """
            name: a
            x-owner: { team: shop, mode: [1, 2] }
            operations: { b: { sleep: 1s, x-note: "${nothing}" } }
            """
        #expect(faults(text) == [])
        #expect(faults(text.replacing("x-owner", with: "xowner")).count == 1)
    }
}

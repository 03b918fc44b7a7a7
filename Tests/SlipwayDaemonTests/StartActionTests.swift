import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

@testable import SlipwayDaemon

/// The forms of `--action`.
struct StartActionTests {
    @Test(
        arguments: [
            ("refresh", [:]), ("open.url={}", [:]),
            ("open.url=url=https://a.example/?b=c d", ["url": "https://a.example/?b=c d"]),
            ("open.url=url=", ["url": ""]), ("open.url=tab:=2", ["tab": 2]),
            ("open.url={\"url\": \"x\", \"tab\": 2}", ["url": "x", "tab": 2]),
        ] as [(String, JSON)]
    )
    func saysKindAndPayload(text: String, payload: JSON) throws {
        let request = try StartAction.request(parsing: text)
        #expect(request.kind == (text.hasPrefix("refresh") ? "refresh" : "open.url"))
        #expect(JSON.object(request.payload) == payload)
        #expect(request.key == nil)
        #expect(request.wait == .accepted)
    }

    @Test(
        arguments: [
            ("open=", "it has no payload"), ("open=url", "it has no payload"),
            ("open==x", "its payload has no key"), ("open=:=1", "its payload has no key"),
            ("open={\"url\"", "cannot read JSON: byte 6"), ("open=a:=secret", "cannot read JSON: "),
        ]
    )
    func saysWhatIsWrong(text: String, reason: String) {
        let fault = #expect(throws: StartActionFault.self) {
            try StartAction.request(parsing: text)
        }
        let words = fault?.description ?? ""
        #expect(words.hasPrefix("option '--action open': \(reason)"))
        #expect(words.hasSuffix("; \(StartActionFault.accepted)"))
        #expect(!words.contains("secret"))
    }
}

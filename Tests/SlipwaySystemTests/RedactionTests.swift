import SlipwaySystem
import Testing

struct RedactionTests {
    @Test(
        arguments: [
            (["hunter2!"], "password=hunter2!, hunter2!hunter2!", "password=***, ******"),
            // Shorter than 8 bytes.
            (["hunter2"], "password=hunter2", "password=hunter2"),
            // One is a part of the other.
            (["hunter2!", "hunter2!hunter3!"], "hunter2!hunter3! hunter2!", "*** ***"),
            // Each line of a key.
            (
                ["-----BEGIN-----\r\nMIIEvQIB\nADA=\n"], "MIIEvQIB: -----BEGIN----- ADA=",
                "***: *** ADA="
            ),
            (["hhunter2"], "hhhunter2", "h***"),
            (["geheimnisvöll"], "« geheimnisvöll »", "« *** »"),
            ([], "hunter2!", "hunter2!"),
            ([""], "", ""),
        ]
    )
    func aSecretIsHiddenWhereverItStands(secrets: [String], text: String, shown: String) {
        #expect(Redaction(of: secrets).hidden(in: text) == shown)
        let bytes = Array("> \(text)".utf8)
        let hidden = Redaction(of: secrets).hidden(in: bytes[2...])
        #expect(String(decoding: hidden, as: UTF8.self) == shown)
    }
}

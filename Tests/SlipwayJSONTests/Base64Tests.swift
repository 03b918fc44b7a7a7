import SlipwayJSON
import SlipwayTestSupport
import Testing

struct Base64Tests {
    /// The examples of RFC 4648.
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func writesAndReads(bytes: String, text: String) {
        #expect(Base64.text(of: Array(bytes.utf8)) == text)
        #expect(Base64.bytes(of: text) == Array(bytes.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Z===", "====", "Zm9v\n", "Zm9=v", "Zm-v", "é==="])
    func readsNothingElse(text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatIsWrittenComesBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...1000, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
}

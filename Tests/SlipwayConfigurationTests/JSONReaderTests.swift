import SlipwayConfiguration
import SlipwayJSON
import Testing

/// Configurations as programs write JSON.
struct JSONReaderTests {
    private func read(_ text: String) -> (json: String?, faults: [String]) {
        let tree = FileTree(text, file: "f.json")
        return (tree.json?.compact, tree.faults)
    }

    /// As `json.dumps` of Python writes it.
    @Test func halvesOfSurrogatePairsAreOneCharacter() {
        #expect(read(#"{"a": "\ud83d\ude00"}"#) == (#"{"a":"😀"}"#, []))
    }

    @Test func aKeyMayBeLong() {
        let key = String(repeating: "k", count: 5000)
        #expect(read("{\"\(key)\": 1}") == ("{\"\(key)\":1}", []))
    }

    @Test func aDeleteCharacterIsACharacter() {
        #expect(read("{\"a\": \"b\u{7f}\"}").faults == [])
    }

    @Test func everyKindOfValueIsRead() {
        let text = #" {"a":[1,-2.5e3,true,false,null,"",{}],"b":{"c":[]},"d":"\"\\\/\n\u00e9"} "#
        let (json, faults) = read(text)
        #expect(faults == [])
        #expect(json == #"{"a":[1,-2500.0,true,false,null,"",{}],"b":{"c":[]},"d":"\"\\/\né"}"#)
    }

    @Test func aKeyThatOccursTwiceIsNamedWithItsPlaces() {
        #expect(
            read("{\n  \"é\": {\"a\": 1, \"a\": 2}\n}").faults
                == ["f.json:2:17: é.a: occurs twice, first in line 2; keep one"]
        )
    }

    @Test func aReferenceIsPointedAt() {
        let text = #"{"name": "a", "operations": {"b": {"exec": ["/bin/true", "é${payload.x}"]}}}"#
        let place = "test.yaml:1:60: operations.b.exec[1]"
        #expect(faults(text).first?.hasPrefix(place) == true, "\(faults(text))")
    }

    /// A mapping of YAML in braces is no JSON, and JSON that is broken is broken YAML.
    @Test(
        arguments: [
            ("{a: 1}", #"{"a":1}"#), ("{\"a\": 01}", #"{"a":1}"#), ("{\"a\": 1,}", #"{"a":1}"#),
            ("{\"a\": b} # c", #"{"a":"b"}"#),
        ]
    )
    func whatIsNoJSONIsYAML(text: String, json: String) {
        #expect(read(text) == (json, []))
    }

    @Test(arguments: ["{\"a\": \"\\ud800\"}", "{\"a\": [1}", "{\"a\" 1", "{\"a\": \"b"])
    func whatIsNeitherIsRefused(text: String) {
        #expect(read(text).faults.first?.contains("not valid YAML") == true)
    }
}

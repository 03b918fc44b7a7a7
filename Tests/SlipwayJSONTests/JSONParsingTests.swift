import SlipwayJSON
import Testing

struct JSONParsingTests {
    @Test(
        arguments: [
            ("null", nil),
            (" \t\r\n true ", true),
            ("false", false),
            ("0", 0),
            ("-0", 0),
            ("-17", -17),
            ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("1.0", .number(1)),
            ("1e3", .number(1000)),
            ("-2.5E-1", .number(-0.25)),
            (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{c}\n\r\tz"),
            (#""\u0041\u00e9\u20AC\ud83d\ude00\u0000""#, "Aé€😀\0"),
            ("\"é€😀\"", "é€😀"),
            ("[]", []),
            ("[1, [2], {}]", [1, [2], [:]]),
            (#"{"a":1,"b":{"c":[null]}}"#, ["a": 1, "b": ["c": [nil]]]),
        ] as [(String, JSON)]
    )
    func readsWhatTheRFCAllows(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(
        arguments: [
            ("", 0, .unexpectedEnd),
            ("  ", 2, .unexpectedEnd),
            ("tru", 3, .unexpectedEnd),
            ("trux", 3, .unexpectedByte(UInt8(ascii: "x"))),
            ("NaN", 0, .unexpectedByte(UInt8(ascii: "N"))),
            ("+1", 0, .unexpectedByte(UInt8(ascii: "+"))),
            ("01", 0, .invalidNumber),
            ("-", 0, .invalidNumber),
            ("1.", 0, .invalidNumber),
            ("1e+", 0, .invalidNumber),
            ("[1e999]", 1, .numberOutOfRange),
            ("1 2", 2, .trailingBytes),
            ("{}\0", 2, .trailingBytes),
            ("[1,]", 3, .unexpectedByte(UInt8(ascii: "]"))),
            ("[1 2]", 3, .unexpectedByte(UInt8(ascii: "2"))),
            ("[1", 2, .unexpectedEnd),
            ("{,}", 1, .unexpectedByte(UInt8(ascii: ","))),
            (#"{"a" 1}"#, 5, .unexpectedByte(UInt8(ascii: "1"))),
            (#"{"a":1,}"#, 7, .unexpectedByte(UInt8(ascii: "}"))),
            (#"{"a":1,"\u0061":2}"#, 7, .duplicateKey),
            ("'a'", 0, .unexpectedByte(UInt8(ascii: "'"))),
            (#""abc"#, 4, .unexpectedEnd),
            ("\"a\nb\"", 2, .controlCharacter),
            ("\"a\\n\u{1}\"", 4, .controlCharacter),
            (#""\x""#, 1, .invalidEscape),
            (#""\u12g4""#, 1, .invalidEscape),
            (#""\ud83d""#, 1, .loneSurrogate),
            (#""\ud83dx""#, 1, .loneSurrogate),
            (#""\ud83d\u0041""#, 1, .loneSurrogate),
            (#""\ude00""#, 1, .loneSurrogate),
            ("\u{FEFF}{}", 0, .unexpectedByte(0xEF)),
        ] as [(String, Int, JSONError.Reason)]
    )
    func saysWhatIsWrongAndWhere(text: String, offset: Int, reason: JSONError.Reason) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]]
    )
    func rejectsStringsThatAreNotUTF8(bytes: [UInt8]) {
        for text in [[0x22] + bytes + [0x22], [0x22, 0x5C, 0x6E] + bytes + [0x22]] {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
            #expect(error?.reason == .invalidUTF8)
        }
    }

    @Test func nestsToTheLimitAndNoDeeper() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSON(parsing: deepest) }
        let error = #expect(throws: JSONError.self) { try JSON(parsing: "[\(deepest)]") }
        #expect(error == JSONError(offset: 64, reason: .tooDeep(limit: 64)))
        #expect(throws: Never.self) { try JSON(parsing: "[\(deepest)]", depth: 65) }
    }

    @Test func aMillionBracketsDoNotOverflowTheStack() {
        for bracket in ["[", #"{"a":"#] {
            let error = #expect(throws: JSONError.self) {
                try JSON(parsing: String(repeating: bracket, count: 1_000_000))
            }
            #expect(error?.reason == .tooDeep(limit: 64))
        }
    }

    @Test func aSiblingDoesNotCountAsDeeper() throws {
        let siblings = "[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]"
        #expect(try JSON(parsing: siblings, depth: 2).arrayValue?.count == 100)
    }

    @Test func everyTruncationIsAnErrorAndNoneACrash() {
        let whole = Array(#"{"a":[1.5e3,true,null,"\u00e9\n😀"],"b":{"c":-7}}"#.utf8)
        for end in whole.indices {
            #expect(throws: JSONError.self) { try JSON(parsing: whole[..<end]) }
        }
    }

    @Test func everyChangedByteGivesAValueOrAnError() {
        let whole = Array(#"{"a":[1.5e3,true,null,"\u00e9\n😀"],"b":{"c":-7}}"#.utf8)
        for index in whole.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = whole
                changed[index] = byte
                guard let value = try? JSON(parsing: changed) else { continue }
                #expect(throws: Never.self) { try JSON(parsing: value.compact) }
            }
        }
    }

    @Test func readsBytesThatAreNotContiguous() throws {
        #expect(try JSON(parsing: AnySequence(Array("[1]".utf8))) == [1])
    }

    @Test(
        arguments: [
            (
                JSONError(offset: 3, reason: .duplicateKey),
                "byte 3: a key for the second time in one object"
            ),
            (JSONError(offset: 0, reason: .unexpectedByte(0x7D)), "byte 0: unexpected '}'"),
            (JSONError(offset: 0, reason: .unexpectedByte(0x0B)), "byte 0: unexpected byte 0x0B"),
            (
                JSONError(offset: 9, reason: .tooDeep(limit: 4)),
                "byte 9: nested deeper than 4 levels"
            ),
        ]
    )
    func errorsNameTheByte(error: JSONError, words: String) {
        #expect(error.description == "cannot read JSON: \(words)")
    }
}

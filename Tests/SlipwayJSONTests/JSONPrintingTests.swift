import SlipwayJSON
import Testing

struct JSONPrintingTests {
    private let sample: JSON = [
        "name": "storefront", "ready": true, "nothing": nil, "count": -3, "ratio": 0.1,
        "empty": [:], "none": [], "list": [1, ["deep": "é\"\\\n\u{1}\u{1f}/"]],
    ]

    @Test func printsCompactlyInTheOrderOfTheMembers() {
        #expect(
            sample.compact
                == #"{"name":"storefront","ready":true,"nothing":null,"count":-3,"ratio":0.1,"#
                + #""empty":{},"none":[],"list":[1,{"deep":"é\"\\\n\u0001\u001f/"}]}"#
        )
    }

    @Test func printsForPeopleWithOneMemberALine() {
        let value: JSON = ["a": [1, 2], "b": ["c": [:], "d": []]]
        #expect(
            value.pretty == """
                {
                  "a": [
                    1,
                    2
                  ],
                  "b": {
                    "c": {},
                    "d": []
                  }
                }
                """
        )
    }

    @Test func readsBackWhatItPrints() throws {
        #expect(try JSON(parsing: sample.bytes) == sample)
        #expect(try JSON(parsing: sample.pretty) == sample)
    }

    @Test(
        arguments: [
            0, -0.0, 1, 0.1, -2.5, 1e20, 1e-7, Double.leastNonzeroMagnitude,
            .greatestFiniteMagnitude, .pi,
            9_007_199_254_740_992,
        ] as [Double]
    )
    func numbersComeBackExactly(value: Double) throws {
        #expect(try JSON(parsing: JSON.number(value).compact).doubleValue == value)
    }

    @Test(arguments: [.infinity, -.infinity, .nan, .signalingNaN] as [Double])
    func whatJSONCannotSayIsNull(value: Double) {
        #expect(JSON.array([.number(value)]).compact == "[null]")
    }

    @Test func digitsArePrintedAsTheyAre() throws {
        let value: JSON = ["ts": .decimal("1234.500"), "s": .decimal("0.00005")]
        #expect(value.compact == #"{"ts":1234.500,"s":0.00005}"#)
        #expect(try JSON(parsing: value.compact) == ["ts": 1234.5, "s": 0.00005])
        #expect(value["ts"]?.doubleValue == 1234.5)
        #expect(try value.decode([String: Double].self) == ["ts": 1234.5, "s": 0.00005])
    }

    @Test func whatIsUnfitIsEscapedInStrings() throws {
        let value: JSON = ["a\u{9B}": ["\u{2028}é\u{1B}\n"]]
        func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 0x20 || scalar == "\u{9B}" || scalar == "\u{2028}"
        }
        #expect(
            value.text(isCompact: true, escaping: isUnfit)
                == #"{"a\u009b":["\u2028é\u001b\n"]}"#
        )
        let pretty = value.text(isCompact: false, escaping: isUnfit)
        #expect(pretty.split(separator: "\n").count == 5)
        #expect(try JSON(parsing: pretty) == value)
    }

    @Test func everyScalarComesBack() throws {
        var text = ""
        for value in (0..<0x3000) as Range<UInt32> {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        let json = JSON.string(text)
        let back = try JSON(parsing: json.compact)
        #expect(back.stringValue.map { Array($0.utf8) } == Array(text.utf8))
    }
}

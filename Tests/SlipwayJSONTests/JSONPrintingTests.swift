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

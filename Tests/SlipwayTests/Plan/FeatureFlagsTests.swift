import Foundation
import Slipway
import Testing

/// Flags in Swift: what users of OpenFeature expect of an evaluation.
struct FeatureFlagsTests {
    private static let body = """
        {"flags": [
          {"key": "dark", "reason": "STATIC", "value": true, "variant": "on", "metadata": {"a": 1}},
          {"key": "hue", "reason": "TARGETING_MATCH", "value": "blue"},
          {"key": "seats", "reason": "SPLIT", "value": 3}, {"key": "share", "value": 0.5},
          {"key": "limits", "reason": "TOMORROW", "value": {"low": 1, "names": ["a"]}},
          {"key": "unset", "reason": "DISABLED"}, {"key": "plain"},
          {"key": "broken", "errorCode": "PARSE_ERROR", "errorDetails": "no rule"}
        ], "metadata": {"version": "1"}}
        """

    private let flags: FeatureFlags

    init() throws {
        flags = try JSONDecoder().decode(FeatureFlags.self, from: Data(Self.body.utf8))
    }

    @Test func theDefaultSaysTheType() {
        #expect(flags["dark", default: false])
        #expect(flags["hue", default: "red"] == "blue")
        #expect(flags["seats", default: 1] == 3)
        #expect(flags["share", default: 1.0] == 0.5)
        #expect(flags["seats", default: 1.0] == 3)
        #expect(
            flags["limits", default: FlagValue.bool(false)]
                == .object(["low": .integer(1), "names": .list([.string("a")])])
        )
        #expect(flags.keys.count == 8)
        #expect(!flags.isCached)
    }

    @Test func theDefaultStandsInForWhatIsNotThere() {
        #expect(!flags["missing", default: false])
        #expect(flags["unset", default: 7] == 7)
        #expect(flags["broken", default: "x"] == "x")
        // Of another type.
        #expect(flags["hue", default: true])
        #expect(flags["share", default: 1] == 1)
        #expect(FeatureFlags()["dark", default: true])
    }

    @Test(
        arguments: [
            ("dark", "STATIC", "on", nil, nil), ("unset", "DISABLED", nil, nil, nil),
            ("plain", "DEFAULT", nil, nil, nil), ("missing", "ERROR", nil, "FLAG_NOT_FOUND", nil),
            ("hue", "ERROR", nil, "TYPE_MISMATCH", nil),
            ("broken", "ERROR", nil, "PARSE_ERROR", "no rule"),
        ] as [(String, String, String?, String?, String?)]
    )
    func anEvaluationSaysWhy(
        key: String,
        reason: String,
        variant: String?,
        code: String?,
        message: String?
    ) {
        let found = flags.evaluation(of: key, default: false)
        #expect(found.reason == reason)
        #expect(found.variant == variant)
        #expect(found.errorCode == code)
        #expect(found.errorMessage == message)
    }

    @Test func aReasonMayBeUnknownOrMissing() {
        #expect(flags.evaluation(of: "limits", default: FlagValue.bool(true)).reason == "TOMORROW")
        #expect(flags.evaluation(of: "share", default: 1.0).reason == "UNKNOWN")
    }

    @Test func whatWasKeptSaysSo() throws {
        let kept = try JSONDecoder().decode(
            FeatureFlags.self,
            from: JSONEncoder().encode(flags)
        )
        #expect(kept.isCached)
        #expect(kept.evaluation(of: "dark", default: false).reason == "CACHED")
        #expect(kept.evaluation(of: "unset", default: 7).reason == "DISABLED")
        #expect(kept.keys == flags.keys)
        #expect(
            kept["limits", default: FlagValue.bool(true)] == flags["limits", default: .bool(true)]
        )
    }

    @Test(arguments: [
        (
            #"{"key":"odd","value":{"a":[1,null]}}"#,
            "flag 'odd' has a null in its value, or a field of another type"
        ),
        (
            #"{"key":"odd","value":1,"variant":7}"#,
            "flag 'odd' has a null in its value, or a field of another type"
        ),
        (
            #"{"key":"odd","value":1},{"key":"odd","value":2},{"key":"odd"}"#,
            "flag 'odd' is there more than once"
        ),
        (#"{"value":1}"#, "flags[1] has no key that is text"),
        (#"{"key":"","value":1}"#, "flags[1] has no key that is text"),
        (#"{"key":7,"value":1}"#, "flags[1] has no key that is text"),
        ("null", "flags[1] has no key that is text"), ("[1]", "flags[1] has no key that is text"),
    ])
    func anOddFlagIsAbsentAndTheOthersAreKept(odd: String, fault: String) throws {
        let body = #"{"flags":[{"key":"a","value":1},\#(odd),{"key":"b","value":{"c":2}}]}"#
        let flags = try JSONDecoder().decode(FeatureFlags.self, from: Data(body.utf8))
        #expect(flags.keys == ["a", "b"])
        #expect(flags["a", default: 0] == 1)
        #expect(flags.faults == [fault])
        #expect(flags.evaluation(of: "odd", default: 3).errorCode == "FLAG_NOT_FOUND")
        let kept = try JSONDecoder().decode(FeatureFlags.self, from: JSONEncoder().encode(flags))
        #expect(kept.keys == flags.keys && kept.faults.isEmpty)
    }

    @Test func namesAreComparedAsBytesAndNoErrorIsNone() throws {
        let (one, other) = ("caf\u{E9}", "cafe\u{301}")
        let body =
            "{\"flags\":[{\"key\":\"\(one)\",\"value\":1,\"errorCode\":null},{\"key\":\"\(other)\",\"value\":2}]}"
        let flags = try JSONDecoder().decode(FeatureFlags.self, from: Data(body.utf8))
        for flags in [
            flags, try JSONDecoder().decode(FeatureFlags.self, from: JSONEncoder().encode(flags)),
        ] {
            #expect(flags[one, default: 0] == 1 && flags[other, default: 0] == 2)
            #expect(flags.faults == [] && flags.keys.count == 2)
        }
    }

    @Test func anAnswerWithoutOddFlagsHasNoFaults() { #expect(flags.faults.isEmpty) }

    @Test(arguments: [
        "[]", "{}", #"{"flags":{}}"#, #"{"flags":[{"value":1}]}"#,
        #"{"flags":[{"key":"a"},{"key":"a"}]}"#,
    ])
    func whatIsNoAnswerIsRefused(body: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FeatureFlags.self, from: Data(body.utf8))
        }
    }
}

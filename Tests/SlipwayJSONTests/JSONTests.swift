import SlipwayJSON
import Testing

struct JSONTests {
    private let sample: JSON = ["user": ["id": "u1", "tags": ["new", ["deep": 7]]]]

    @Test func followsAPathThroughObjectsAndArrays() {
        #expect(sample.value(at: ["user", "id"]) == "u1")
        #expect(sample.value(at: ["user", "tags", "1", "deep"]) == 7)
        #expect(sample.value(at: [String]()) == sample)
    }

    @Test(
        arguments: [
            ["nobody"], ["user", "tags", "2"], ["user", "tags", "-1"], ["user", "tags", "x"],
            ["user", "id", "0"],
        ]
    )
    func aPathThatLeadsNowhereIsNil(path: [String]) {
        #expect(sample.value(at: path) == nil)
    }

    /// `é` in one character, and as `e` with an accent behind it: Swift takes one for the other.
    @Test func textsAreEqualWithTheSameBytesAlone() throws {
        let (one, other) = ("caf\u{E9}", "cafe\u{301}")
        #expect(one == other)
        #expect(JSON.string(one) == .string(one))
        #expect(JSON.string(one) != .string(other))
        #expect(JSON.array([.string(one)]) != .array([.string(other)]))
        let object = try JSON(parsing: "{\"\(one)\": 1, \"\(other)\": 2}")
        #expect(object[one] == 1 && object[other] == 2)
        #expect(
            object.objectValue?.keys.map { Array($0.utf8) } == [one, other].map { Array($0.utf8) }
        )
        #expect(JSON.object([one: 1]) != .object([other: 1]))
        #expect(Set([JSON.string(one), .string(other), .string(one)]).count == 2)
        let reversed = try JSON(parsing: "{\"\(other)\": 2, \"\(one)\": 1}")
        #expect(
            object == reversed
                && object.ordered.compact.utf8.elementsEqual(reversed.ordered.compact.utf8)
        )
    }

    @Test func aNumberIsOneTextInWhateverNotation() throws {
        for text in ["1", "1.0", "1e0", "10e-1", "1.00E+00"] {
            #expect(try JSON(parsing: "{\"a\": [\(text)]}").comparable.compact == #"{"a":[1]}"#)
        }
        #expect(try JSON(parsing: "-0.0").comparable.compact == "0")
        #expect(try JSON(parsing: "1.5").comparable.compact == "1.5")
    }

    @Test func subscriptsAreNilForTheWrongKindOfValue() {
        #expect(sample["user"]?["id"]?.stringValue == "u1")
        #expect(sample["user"]?["tags"]?[0] == "new")
        #expect(sample["user"]?["tags"]?[9] == nil)
        #expect(sample[0] == nil)
        #expect(JSON.null["a"] == nil)
    }

    @Test func theOrderOfMembersDoesNotMatter() {
        let (left, right): (JSON, JSON) = (["a": 1, "b": 2], ["b": 2, "a": 1])
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left.compact != right.compact)
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "c": 2])
    }

    @Test func wholeAndOtherNumbersAreApart() {
        #expect(JSON.integer(1) != .number(1))
        #expect(JSON.integer(1).doubleValue == 1)
        #expect(JSON.number(1).integerValue == nil)
    }

    @Test func ofEqualKeysInALiteralTheLastWins() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test func settingNilRemovesAMember() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = nil
        object["c"] = nil
        object["d"] = .null
        #expect(object.map(\.key) == ["b", "d"])
    }

    /// As a list of members does it, one after the other: with few members, with many, and with few again.
    @Test func anObjectOfAnySizeFindsItsMembers() {
        var object: JSONObject = [:]
        var model: [(key: String, value: Int)] = []
        func expectSame() {
            #expect(object.keys == model.map(\.key))
            for (key, value) in model { #expect(object[key] == JSON(count: value)) }
            #expect(object["nobody"] == nil)
        }
        for number in 0..<40 {
            object["m\(number)"] = JSON(count: number)
            model.append(("m\(number)", number))
            object["m\(number / 2)"] = JSON(count: number)
            model[number / 2].value = number
            expectSame()
        }
        for number in 0..<40 {
            object["m\(number)"] = nil
            model.removeFirst()
            expectSame()
        }
    }

    @Test func namesThatSwiftTakesForTheSameAreApartAmongMany() {
        var object: JSONObject = [:]
        for bits in 0..<64 {
            let name = (0..<6).map { bits >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
            object[name] = JSON(count: bits)
        }
        #expect(object.count == 64)
        #expect(object.map { $0.value.integerValue } == (0..<64).map { Int64($0) })
    }

    @Test func membersThatAreNotThereAreLeftOut() {
        let object = JSONObject(present: ["a": 1, "b": nil, "c": .string("x"), "d": .null])
        #expect(JSON.object(object).compact == #"{"a":1,"c":"x","d":null}"#)
    }
}

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
}

import SlipwayJSON
import Testing

/// The decoder knows which members nothing has asked for.
struct AskedKeysTests {
    private struct Item: Decodable {
        var name: String
        var count: Int?
    }

    private struct Order: Decodable {
        var items: [Item]
        var labels: [String: Bool]?
        var note: String?
    }

    private struct Empty: Decodable {}

    private enum Shape: Decodable {
        case circle(radius: Int)
        case square(side: Int)
    }

    private class Animal: Decodable { var legs: Int }

    private class Dog: Animal {
        let name: String

        private enum CodingKeys: CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(
                String.self,
                forKey: .name
            )
            try super.init(from: decoder)
        }
    }

    /// One of two types, in this order, at the same place.
    private struct Either: Decodable {
        var item: Item?
        var shape: Shape?

        private enum CodingKeys: CodingKey { case value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            shape = try? container.decode(Shape.self, forKey: .value)
            item = shape == nil ? try container.decode(Item.self, forKey: .value) : nil
        }
    }

    private func unasked(
        _ json: JSON,
        _ type: (some Decodable).Type
    ) throws -> [UnaskedMember] {
        try json.decode { try $0.singleValueContainer().decode(type) }.unasked
    }

    @Test func namesWhatNoTypeAskedForWithItsPlaceAndWhatIsAskedForThere() throws {
        let json: JSON = [
            "items": [["name": "shoe"], ["name": "lace", "cuont": 2]], "notes": "now", "note": nil,
        ]
        #expect(
            try unasked(json, Order.self) == [
                UnaskedMember(path: "notes", key: "notes", asked: ["items", "labels", "note"]),
                UnaskedMember(path: "items[1].cuont", key: "cuont", asked: ["name", "count"]),
            ]
        )
    }

    @Test func aTypeWithoutMembersAsksForNone() throws {
        let member = UnaskedMember(path: "a", key: "a", asked: [])
        #expect(try unasked(["a": 1], Empty.self) == [member])
    }

    @Test func dictionariesAndWholeValuesAskForAll() throws {
        let json: JSON = ["items": [], "labels": ["gift": true, "red": false]]
        #expect(try unasked(json, Order.self) == [])
        #expect(try unasked(["a": ["b": 1]], [String: [String: Int]].self) == [])
        #expect(try unasked(["a": ["b": 1]], JSON.self) == [])
        #expect(try unasked(["a": ["b": 1]], [String: JSON].self) == [])
    }

    @Test func whatASuperclassAsksForCounts() throws {
        #expect(try unasked(["name": "Rex", "legs": 4], Dog.self) == [])
        let tail = UnaskedMember(path: "tail", key: "tail", asked: ["name", "legs"])
        #expect(try unasked(["name": "Rex", "legs": 4, "tail": 1], Dog.self) == [tail])
    }

    @Test func whatATypeAskedForThatDidNotFitCounts() throws {
        #expect(try unasked(["value": ["name": "shoe"]], Either.self) == [])
        #expect(try unasked(["value": ["circle": ["radius": 1]]], Either.self) == [])
    }

    @Test func theOtherMembersOfAnEnumerationAreUnasked() throws {
        let json: JSON = ["circle": ["radius": 1, "colour": "red"], "extra": 1]
        #expect(try unasked(json, Shape.self).map(\.path) == ["extra", "circle.colour"])
    }
}

import SlipwayJSON
import Testing

struct JSONEncodingTests {
    private enum Effect: String, Codable { case once, idempotent }

    private struct Order: Codable, Equatable {
        struct Item: Codable, Equatable {
            var name: String
            var price: Double?
        }

        var items: [Item]
        var effect: Effect
        var labels: [String: Bool]
        var note: String?
        var count: UInt8
        var extra: JSON
    }

    private enum Shape: Codable, Equatable {
        case circle(radius: Int)
    }

    private class Animal: Codable {
        var legs = 4
    }

    private class Dog: Animal {
        private enum CodingKeys: CodingKey { case name }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("Rex", forKey: .name)
            try super.encode(to: encoder)
        }
    }

    /// A value with containers in containers.
    private struct Nested: Encodable {
        enum Keys: CodingKey { case list, object, absent }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            try list.encodeNil()
            var inner = list.nestedContainer(keyedBy: Keys.self)
            try inner.encode("deep", forKey: .object)
            var object = container.nestedContainer(keyedBy: Keys.self, forKey: .object)
            try object.encode(Int128(3), forKey: .list)
            try container.encodeNil(forKey: .absent)
            #expect(list.count == 3)
        }
    }

    @Test func writesWhatTheDecoderReads() throws {
        let order = Order(
            items: [.init(name: "shoe", price: 9.5), .init(name: "lace")],
            effect: .once,
            labels: ["gift": true],
            count: 2,
            extra: [1, "two", [:]]
        )
        let json = try JSON(encoding: order)
        let text = """
            {"items":[{"name":"shoe","price":9.5},{"name":"lace"}],"effect":"once",\
            "labels":{"gift":true},"count":2,"extra":[1,"two",{}]}
            """
        #expect(json.compact == text)
        #expect(try json.decode(Order.self) == order)
        let shape = Shape.circle(radius: 3)
        #expect(try JSON(encoding: shape).decode(Shape.self) == shape)
    }

    @Test func writesContainersInContainersAndSuperclasses() throws {
        let nested = try JSON(encoding: Nested())
        #expect(
            nested == ["list": [1, nil, ["object": "deep"]], "object": ["list": 3], "absent": nil]
        )
        #expect(try JSON(encoding: Dog()) == ["name": "Rex", "legs": 4])
    }

    @Test func writesSingleValues() throws {
        #expect(try JSON(encoding: "text") == "text")
        #expect(try JSON(encoding: 7) == 7)
        #expect(try JSON(encoding: Float(0.5)) == 0.5)
        #expect(try JSON(encoding: [Int]()) == [])
        #expect(try JSON(encoding: Int?.none) == nil)
    }

    @Test func refusesNumbersThatJSONDoesNotHave() {
        #expect(throws: EncodingError.self) { try JSON(encoding: Double.nan) }
        #expect(throws: EncodingError.self) { try JSON(encoding: [UInt64.max]) }
    }
}

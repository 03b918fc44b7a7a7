import SlipwayJSON
import Testing

struct JSONDecodingTests {
    private struct Order: Decodable, Hashable {
        enum Effect: String, Decodable { case once, idempotent }

        struct Item: Decodable, Hashable {
            var name: String
            var count: UInt8
            var price: Double?
        }

        var items: [Item]
        var effect: Effect
        var labels: [String: Bool]
        var note: String?
        var extra: JSON?
    }

    private let order: JSON = [
        "items": [
            ["name": "shoe", "count": 2, "price": 9.5],
            ["name": "lace", "count": 1, "price": nil],
        ],
        "effect": "once",
        "labels": ["gift": true],
        "note": nil,
        "extra": [1, "two", [:]],
        "ignored": 1,
    ]

    @Test func readsStructuresOfStructures() throws {
        #expect(
            try order.decode()
                == Order(
                    items: [
                        Order.Item(name: "shoe", count: 2, price: 9.5),
                        Order.Item(name: "lace", count: 1, price: nil),
                    ],
                    effect: .once,
                    labels: ["gift": true],
                    note: nil,
                    extra: [1, "two", [:]]
                )
        )
    }

    @Test func readsSingleValues() throws {
        #expect(try JSON("text").decode(String.self) == "text")
        #expect(try JSON(true).decode(Bool.self))
        #expect(try JSON(7).decode(Double.self) == 7)
        #expect(try JSON(0.5).decode(Float.self) == 0.5)
        #expect(try JSON.null.decode(Int?.self) == nil)
        #expect(try JSON(7).decode(Int?.self) == 7)
        #expect(try ([1, nil, 3] as JSON).decode([Int?].self) == [1, nil, 3])
        #expect(try ([1, 2, 1] as JSON).decode(Set<Int>.self) == [1, 2])
        #expect(try (["1": "a"] as JSON).decode([Int: String].self) == [1: "a"])
        #expect(try JSON("once").decode(Order.Effect.self) == .once)
        #expect(try ([1, 2] as JSON).decode(Range<Int>.self) == 1..<2)
    }

    @Test func readsAValueAsItIs() throws {
        #expect(try order.decode(JSON.self) == order)
        #expect(try (["a": [1]] as JSON).decode([String: JSON].self) == ["a": [1]])
        #expect(try JSON.null.decode(JSON.self) == .null)
    }

    private enum Shape: Decodable, Hashable {
        case point
        case circle(radius: Int)
        case line(Double, to: [Double])
    }

    @Test(
        arguments: [
            (["point": [:]], .point),
            (["circle": ["radius": 3]], .circle(radius: 3)),
            (["line": ["_0": 1, "to": [2.5]]], .line(1, to: [2.5])),
        ] as [(JSON, Shape)]
    )
    private func readsEnumerationsWithAssociatedValues(json: JSON, shape: Shape) throws {
        #expect(try json.decode(Shape.self) == shape)
    }

    private class Animal: Decodable {
        var name: String
    }

    private final class Dog: Animal {
        var age: Int

        private enum Key: String, CodingKey { case age }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            age = try container.decode(Int.self, forKey: .age)
            try super.init(from: try container.superDecoder())
        }
    }

    @Test func readsSuperclasses() throws {
        let dog = try (["age": 3, "super": ["name": "Rex"]] as JSON).decode(Dog.self)
        #expect(dog.name == "Rex")
        #expect(dog.age == 3)
        let fault = #expect(throws: JSONDecodingFault.self) {
            try (["age": 3] as JSON).decode(Dog.self)
        }
        #expect(fault?.description == "cannot read 'super': it is null; expected an object")
    }

    /// Reads what the synthesized code does not.
    private struct ByHand: Decodable, Hashable {
        enum Key: String, CodingKey { case first, second, third }

        var keys: [String]
        var hasThird: Bool
        var nested: Int
        var elements: [String]
        var deepest: Int
        var tail: JSON

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            keys = container.allKeys.map(\.stringValue)
            hasThird = container.contains(.third)
            nested = try container.nestedContainer(keyedBy: Key.self, forKey: .first)
                .decode(Int.self, forKey: .second)
            var list = try container.nestedUnkeyedContainer(forKey: .second)
            elements = ["\(list.count ?? -1)", "\(list.currentIndex)"]
            elements.append("\(try list.decodeNil())")
            // An element that is not a number is still the next one.
            elements.append("\((try? list.decode(Int.self)) ?? -1)")
            elements.append(try list.decode(String.self))
            elements.append("\(try list.decodeNil())")
            var inner = try list.nestedUnkeyedContainer()
            deepest = try inner.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .first)
            tail = try JSON(from: list.superDecoder())
            elements.append("\(list.isAtEnd)")
        }
    }

    @Test func givesNestedContainersToAnInitializerByHand() throws {
        let json: JSON = [
            "first": ["second": 4], "second": ["a", nil, [["first": 5]], "tail"], "other": true,
        ]
        let value = try json.decode(ByHand.self)
        #expect(value.keys == ["first", "second"])
        #expect(!value.hasThird)
        #expect(value.nested == 4)
        #expect(value.elements == ["4", "0", "false", "-1", "a", "true", "true"])
        #expect(value.deepest == 5)
        #expect(value.tail == "tail")
    }

    @Test func aFunctionReadsFromTheDecoder() throws {
        let count = try ([1, 2] as JSON).decode { try $0.unkeyedContainer().count }.value
        #expect(count == 2)
    }

    @Test func anErrorCanBeCaughtAsTheStandardLibrarysAndAnotherTypeTried() throws {
        struct Either: Decodable {
            var text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do {
                    text = "\(try container.decode(Int.self))"
                } catch DecodingError.typeMismatch {
                    text = try container.decode(String.self)
                }
            }
        }
        #expect(try ([1, "a"] as JSON).decode([Either].self).map(\.text) == ["1", "a"])
    }

    @Test func aValueOfAnyTypeIsReadByItsOwnDecoderOnly() {
        struct Foreign: Decoder {
            var codingPath: [any CodingKey] { [] }
            var userInfo: [CodingUserInfoKey: Any] { [:] }

            func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
                throw CancellationError()
            }

            func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
                throw CancellationError()
            }

            func singleValueContainer() throws -> any SingleValueDecodingContainer {
                throw CancellationError()
            }
        }
        #expect(throws: DecodingError.self) { try JSON(from: Foreign()) }
    }
}

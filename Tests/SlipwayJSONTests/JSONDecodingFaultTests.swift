import SlipwayJSON
import Testing

/// Every fault names its place, what is there and what would be accepted, and shows no values.
struct JSONDecodingFaultTests {
    private enum Wait: String, Decodable, CaseIterable { case accepted, running, done }
    private enum Level: Int, Decodable, CaseIterable { case low = 1, high = 2 }
    private enum Unlisted: String, Decodable { case one }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "only on Sundays" }
    }

    private enum Shape: Decodable { case point, circle(radius: Int) }

    private struct Link: Decodable {
        var url: String
        var wait: Wait?
        var level: Level?
        var unlisted: Unlisted?
        var port: UInt16?
        var tags: [String: [Int]]?
        var shape: Shape?
        var picky: Picky?
    }

    /// Throws in every way.
    private struct Picky: Decodable {
        enum Key: String, CodingKey { case inner }

        init(from decoder: any Decoder) throws {
            switch try decoder.singleValueContainer().decode(String.self) {
            case "foreign": throw Refusal()
            case "placed":
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "too blue")
                )
            case "lost":
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "lost"))
            case "key":
                throw DecodingError.keyNotFound(
                    Key.inner,
                    .init(codingPath: decoder.codingPath, debugDescription: "there must be one")
                )
            case "silent":
                throw DecodingError.valueNotFound(
                    Int.self,
                    .init(codingPath: decoder.codingPath, debugDescription: "")
                )
            default: break
            }
        }
    }

    private struct Message: Decodable {
        var items: [Link]
    }

    private func fault(_ link: JSON) -> String? {
        let json: JSON = ["items": [["url": "a"], link]]
        return #expect(throws: JSONDecodingFault.self) { try json.decode(Message.self) }?
            .description
    }

    @Test(
        arguments: [
            ([:], "'items[1].url': it is missing; expected a string"),
            (["url": nil], "'items[1].url': it is null; expected a string"),
            (["url": 5], "'items[1].url': it is an integer; expected a string"),
            (["url": 0.5], "'items[1].url': it is a number; expected a string"),
            ([1], "'items[1]': it is an array; expected an object"),
            (nil, "'items[1]': it is null; expected an object"),
            (
                ["url": "", "port": 65536],
                "'items[1].port': it is out of range; expected a whole number from 0 to 65535"
            ),
            (["url": "", "tags": "x"], "'items[1].tags': it is a string; expected an object"),
            (
                ["url": "", "tags": ["a": [1, "secret"]]],
                "'items[1].tags.a[1]': it is a string; expected a whole number"
            ),
            (
                ["url": "", "tags": ["a": true]],
                "'items[1].tags.a': it is a boolean; expected an array"
            ),
            (
                ["url": "", "wait": "secret"],
                "'items[1].wait': it is not one of the values of 'Wait'; expected 'accepted', "
                    + "'running' or 'done'"
            ),
            (["url": "", "wait": 1], "'items[1].wait': it is an integer; expected a string"),
            (
                ["url": "", "level": 3],
                "'items[1].level': it is not one of the values of 'Level'; expected 1 or 2"
            ),
            (
                ["url": "", "unlisted": "secret"],
                "'items[1].unlisted': it is not one of the values of 'Unlisted'"
            ),
            (
                ["url": "", "shape": ["circle": [:]]],
                "'items[1].shape.circle.radius': it is missing; expected a whole number"
            ),
            (
                ["url": "", "shape": ["square": [:]]],
                "'items[1].shape': it is not accepted: Invalid number of keys found, expected one."
            ),
            (
                ["url": "", "picky": "foreign"],
                "'items[1].picky': it is not accepted: only on Sundays"
            ),
            (["url": "", "picky": "placed"], "'items[1].picky': it is not accepted: too blue"),
            (["url": "", "picky": "lost"], "'items[1].picky': it is not accepted: lost"),
            (
                ["url": "", "picky": "key"],
                "'items[1].picky.inner': it is not accepted: there must be one"
            ),
            (["url": "", "picky": "silent"], "'items[1].picky': it is not accepted"),
        ] as [(JSON, String)]
    )
    func namesThePlaceWhatIsThereAndWhatIsAccepted(link: JSON, words: String) {
        #expect(fault(link) == "cannot read \(words)")
    }

    private func reason<Value: Decodable>(_ json: JSON, _ type: Value.Type) -> String? {
        #expect(throws: JSONDecodingFault.self) { try json.decode(type) }?.description
    }

    /// Has one member of another type each.
    private struct Member<Value: Decodable>: Decodable { var it: Value }

    @Test func anAbsentMemberIsNamedWithWhatIsExpectedOfItsType() {
        func expected<Value: Decodable>(_ type: Value.Type) -> String? {
            reason([:], Member<Value>.self)
        }
        let missing = "cannot read 'it': it is missing; expected"
        #expect(expected(Bool.self) == "\(missing) true or false")
        #expect(expected(Int32.self) == "\(missing) a whole number from -2147483648 to 2147483647")
        #expect(expected(Float.self) == "\(missing) a number")
        #expect(expected([Int].self) == "\(missing) an array")
        #expect(expected(Set<Int>.self) == "\(missing) an array")
        #expect(expected([String: Int].self) == "\(missing) an object")
        #expect(expected(JSON.self) == "\(missing) a value")
        #expect(expected(Wait.self) == "\(missing) 'accepted', 'running' or 'done'")
        #expect(expected(Link.self) == "\(missing) a value of the type 'Link'")
    }

    @Test func theValueItselfHasAnEmptyPath() {
        #expect(
            reason("x", Int.self)
                == "cannot read the value: it is a string; expected a whole number"
        )
        #expect(
            reason("x", Level.self)
                == "cannot read the value: it is a string; expected a whole number"
        )
        #expect(
            reason("x", Wait.self)
                == "cannot read the value: it is not one of the values of 'Wait'; expected "
                + "'accepted', 'running' or 'done'"
        )
    }

    @Test func anArrayThatIsTooShortNamesTheElement() {
        #expect(
            reason([["a"]], [Pair].self)
                == "cannot read '[0][1]': it is missing; expected a whole number"
        )
    }

    private struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try container.decode(String.self)
            _ = try container.decode(Int.self)
        }
    }

    @Test func whatAFunctionThrowsBecomesAFault() {
        let json: JSON = [:]
        let fault = #expect(throws: JSONDecodingFault.self) {
            try json.decode { _ in throw Refusal() }
        }
        #expect(fault == JSONDecodingFault(path: "", reason: "is not accepted: only on Sundays"))
    }
}

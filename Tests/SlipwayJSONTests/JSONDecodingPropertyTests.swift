import SlipwayJSON
import SlipwayTestSupport
import Testing

/// For any JSON, decoding gives a value or a fault in its place, and what was written is read.
struct JSONDecodingPropertyTests {
    @Test(arguments: 0..<8) func anyValueGivesAValueOrAFault(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let json = JSON.random(depth: 4, &random)
            for type in Sample.types { Self.read(json, as: type, beginsWith: nil) }
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func aNumberThatJSONDoesNotHaveGivesAValueOrAFault(number: Double) {
        for type in Sample.types {
            for json in [.number(number), [.number(number)], ["a": .number(number)]] as [JSON] {
                Self.read(json, as: type, beginsWith: nil)
            }
        }
    }

    @Test(arguments: 0..<8) func whatWasWrittenIsRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let sample = Sample(depth: 3, &random)
            #expect(try sample.json.decode(Sample.self) == sample)
            // Also after it has been text.
            #expect(try JSON(parsing: sample.json.compact).decode(Sample.self) == sample)
        }
    }

    @Test(arguments: 0..<8) func aFaultIsWhereTheValueWasChanged(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var json = Sample(depth: 3, &random).json
            let place = json.replaceAnywhere(&random)
            Self.read(json, as: Sample.self, beginsWith: place)
        }
    }

    /// Reads a value; a fault is at `place`, or in or around it.
    private static func read<Value: Decodable>(
        _ json: JSON,
        as type: Value.Type,
        beginsWith place: String?
    ) {
        do throws(JSONDecodingFault) {
            _ = try json.decode(type)
        } catch {
            // By the standard library: keys that are no numbers, ranges that are upside down.
            let isOwn = !error.reason.hasPrefix("is not accepted: ")
            #expect(!isOwn || error.reason.contains("expected"), "\(error) \(json)")
            guard let place else { return }
            #expect(
                error.path.hasPrefix(place) || place.hasPrefix(error.path),
                "\(place): \(error)"
            )
        }
    }
}

/// Something of every kind that is decoded.
private struct Sample: Decodable, Hashable {
    enum Word: String, Decodable, CaseIterable { case small, large }

    enum Shape: Decodable, Hashable {
        case point
        case circle(radius: Int8)
    }

    var flag: Bool
    var byte: UInt8
    var wide: Int64
    var ratio: Double
    var text: String
    var word: Word?
    var shape: Shape
    var numbers: [UInt16?]
    var table: [String: Float]
    var children: [Sample]
    var any: JSON

    static var types: [any Decodable.Type] {
        [
            Sample.self, [Sample].self, [String: Sample?].self, Shape.self, [Shape].self, Word.self,
            [Word].self, [Int: Word].self, [[Word: Int8]].self, UInt128.self, Float?.self,
            [String: [String: Bool]].self, Range<Int>.self, JSON.self, Set<UInt8>.self,
        ]
    }
}

extension Sample {
    init(depth: Int, _ random: inout SeededGenerator) {
        flag = .random(using: &random)
        byte = .random(in: .min ... .max, using: &random)
        wide = .random(in: .min ... .max, using: &random)
        ratio = .random(in: -1e9...1e9, using: &random)
        text = JSON.words.randomElement(using: &random) ?? ""
        word = [nil, .small, .large].randomElement(using: &random) ?? nil
        shape =
            .random(using: &random) ? .point : .circle(radius: .random(in: -9...9, using: &random))
        numbers = (0..<3).map { _ in
            .random(using: &random) ? nil : .random(in: 0...999, using: &random)
        }
        table = ["a": .random(in: 0...1, using: &random), "b": 2]
        let count = depth > 0 ? Int.random(in: 0...2, using: &random) : 0
        children = (0..<count).map { _ in Sample(depth: depth - 1, &random) }
        any = .random(depth: 2, &random)
    }

    /// Written by hand, as the synthesized `init(from:)` reads it.
    var json: JSON {
        [
            "flag": .bool(flag), "byte": .integer(Int64(byte)), "wide": .integer(wide),
            "ratio": .number(ratio), "text": .string(text),
            "word": word.map { .string($0.rawValue) } ?? .null,
            "shape": shape.json,
            "numbers": .array(numbers.map { $0.map { .integer(Int64($0)) } ?? .null }),
            "table": .object(JSONObject(table.map { ($0, .number(Double($1))) })),
            "children": .array(children.map(\.json)), "any": any,
        ]
    }
}

extension Sample.Shape {
    fileprivate var json: JSON {
        switch self {
        case .point: ["point": [:]]
        case .circle(let radius): ["circle": ["radius": .integer(Int64(radius))]]
        }
    }
}

extension JSON {
    /// Keys and strings, most of which mean something to a sample.
    fileprivate static let words = [
        "flag", "byte", "wide", "ratio", "text", "word", "shape", "numbers", "table", "children",
        "any", "point", "circle", "radius", "small", "large", "", "é", "1",
    ]

    fileprivate static func random(depth: Int, _ random: inout SeededGenerator) -> JSON {
        let word = words.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: -2...300, using: &random))
        case 3: return .integer(.random(in: .min ... .max, using: &random))
        case 4:
            let numbers = [0.5, -0.0, 1e3, 0x1p53, 0x1p62, 0x1p63, 1e19, -1e300]
            return .number(numbers.randomElement(using: &random) ?? 0)
        case 5, 6: return .string(word)
        case 7:
            return .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    .random(depth: depth - 1, &random)
                }
            )
        default:
            var object: JSONObject = [:]
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                object[words.randomElement(using: &random) ?? ""] =
                    .random(depth: depth - 1, &random)
            }
            return .object(object)
        }
    }

    /// Puts something else in the place of a value, or of one in it.
    ///
    /// - Returns: The path of what was replaced.
    fileprivate mutating func replaceAnywhere(_ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<4, using: &random) > 0 {
            switch self {
            case .array(var elements) where !elements.isEmpty:
                let index = Int.random(in: elements.indices, using: &random)
                let path = elements[index].replaceAnywhere(&random)
                self = .array(elements)
                return Self.joined("[\(index)]", path)
            case .object(var object) where !object.isEmpty:
                var (key, value) = object[Int.random(in: object.indices, using: &random)]
                let path = value.replaceAnywhere(&random)
                object[key] = value
                self = .object(object)
                return Self.joined(key, path)
            case .null, .bool, .integer, .number, .decimal, .string, .array, .object: break
            }
        }
        self = .random(depth: 2, &random)
        return ""
    }

    private static func joined(_ first: String, _ rest: String) -> String {
        rest.isEmpty || rest.hasPrefix("[") ? first + rest : "\(first).\(rest)"
    }
}

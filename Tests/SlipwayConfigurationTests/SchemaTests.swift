import Glibc
import SlipwayJSON
import Testing

@testable import SlipwayConfiguration

struct SchemaTests {
    private let schema: JSON

    init() throws {
        let file = #filePath
        let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(root)/config/slipway.schema.json"
        let stream = try #require(fopen(path, "r"))
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
        schema = try JSON(parsing: bytes)
    }

    @Test(arguments: KeyTable.all)
    func knowsTheKeysThatAreAcceptedAndNoOthers(table: KeyTable) throws {
        let definition = try #require(schema["$defs"]?[table.name])
        let keys = try #require(definition["properties"]?.objectValue?.keys)
        #expect(Set(keys) == Set(table.known))
        #expect(keys.count == table.known.count)
        #expect(definition["additionalProperties"] == false)
    }

    @Test(
        arguments: [
            (["operation", "stage"], OperationStage.allCases.map(\.rawValue)),
            (["exec", "output"], ExecSpecification.Output.allCases.map(\.rawValue)),
            (["http", "output"], HTTPSpecification.Output.allCases.map(\.rawValue)),
            (["http", "method"], HTTPSpecification.Method.allCases.map(\.rawValue)),
            (["parameter", "type"], PayloadSchema.ValueType.allCases.map(\.rawValue)),
            (["parameter", "format"], PayloadSchema.Format.allCases.map(\.rawValue)),
        ]
    )
    func knowsTheWordsThatAreAccepted(place: [String], words: [String]) throws {
        let property = try #require(schema["$defs"]?[place[0]]?["properties"]?[place[1]])
        #expect(property["enum"]?.arrayValue?.compactMap(\.stringValue) == words)
    }

    @Test func knowsTheWordsOfTheEndOfAProgram() {
        let words = ProgramSpecification.End.allCases.map { JSON.string($0.rawValue) }
        #expect(schema["$defs"]?["ended"]?["enum"] == .array(words))
    }

    @Test(arguments: [
        ("operation", KeyTable.operationBodies), ("action", KeyTable.actionBodies),
        ("condition", KeyTable.conditions), ("health", KeyTable.healthChecks),
        ("wait", KeyTable.waitTargets),
    ])
    func wantsExactlyOneOf(definition: String, keys: [String]) {
        let alternatives = schema["$defs"]?[definition]?["oneOf"]?.arrayValue
        #expect(alternatives == keys.map { ["required": [.string($0)]] })
    }

    @Test func saysWhatEachKeyOfAnOperationIs() throws {
        let definitions = try #require(schema["$defs"])
        let properties = try #require(definitions["operation"]?["properties"]?.objectValue)
        for (key, property) in properties {
            let name = property["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
            let shared = name.flatMap { definitions[$0]?["description"] }
            #expect((property["description"] ?? shared) != nil, "\(key) has no description")
        }
    }

    @Test func refersOnlyToWhatItDefines() throws {
        let definitions = try #require(schema["$defs"]?.objectValue?.keys)
        var pending = [schema]
        while let value = pending.popLast() {
            pending += value.arrayValue ?? []
            for (key, member) in value.objectValue ?? [:] {
                pending.append(member)
                guard key == "$ref", let reference = member.stringValue else { continue }
                #expect(definitions.contains { "#/$defs/\($0)" == reference })
            }
        }
    }
}

import Glibc
import SlipwayConfiguration
import SlipwayJSON
import Testing

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

    @Test(arguments: MappingDescription.all.map { ($0.name, $0.known) })
    func knowsTheKeysThatAreAcceptedAndNoOthers(mapping: String, accepted: [String]) throws {
        let definition = try #require(schema["$defs"]?[mapping])
        #expect(definition["properties"]?.objectValue?.keys == accepted)
        #expect(definition["additionalProperties"] == false)
    }

    @Test(
        arguments: [
            (["operation", "stage"], ["launch", "background"]),
            (["operation", "ended"], ProgramSpecification.End.allCases.map(\.rawValue)),
            (["defaults", "ended"], ProgramSpecification.End.allCases.map(\.rawValue)),
            (["exec", "output"], ExecSpecification.Output.allCases.map(\.rawValue)),
            (["httpAnswer", "body"], HTTPSpecification.Output.allCases.map(\.rawValue)),
            (["flags", "cache"], FlagsSpecification.Cache.allCases.map(\.rawValue)),
            (["http", "method"], HTTPSpecification.Method.allCases.map(\.rawValue)),
            (["parameter", "type"], PayloadSchema.ValueType.allCases.map(\.rawValue)),
            (["parameter", "format"], PayloadSchema.Format.allCases.map(\.rawValue)),
        ]
    )
    func knowsTheWordsThatAreAccepted(place: [String], words: [String]) throws {
        let property = try #require(schema["$defs"]?[place[0]]?["properties"]?[place[1]])
        #expect(property["enum"]?.arrayValue?.compactMap(\.stringValue) == words)
    }

    @Test(arguments: [
        ("operation", ["exec", "http", "wait", "write", "sleep", "flags", "group"]),
        ("action", ["exec", "http", "wait", "write", "sleep", "deliver"]),
        ("condition", ["env", "exists", "value", "flag", "not", "all", "any"]),
        ("health", ["http", "tcp", "exec"]), ("wait", ["tcp", "socket", "file", "http"]),
    ])
    func wantsExactlyOneOf(definition: String, keys: [String]) {
        let alternatives = schema["$defs"]?[definition]?["oneOf"]?.arrayValue
        #expect(alternatives == keys.map { ["required": [.string($0)]] })
    }

    @Test(arguments: MappingDescription.all.map(\.name))
    func saysWhatEachKeyIs(mapping: String) throws {
        let properties = try #require(schema["$defs"]?[mapping]?["properties"]?.objectValue)
        for (key, property) in properties {
            #expect(property["description"] != nil, "\(key) has no description")
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

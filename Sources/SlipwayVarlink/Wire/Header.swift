internal import SlipwayJSON

/// The members of a message, read by name and type.
struct Header {
    private let members: JSONObject

    /// Parses a frame and rejects members that are neither `known` nor a vendor's extension.
    init(_ frame: [UInt8], known: [String]) throws(WireFault) {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: frame) } catch { throw WireFault(error) }
        guard case .object(let members) = json else { throw .notAnObject }
        for (name, _) in members where !known.contains(name) && !name.contains(".") {
            throw .unknownMember(name)
        }
        self.members = members
    }

    func flag(_ name: String) throws(WireFault) -> Bool {
        switch members[name] {
        case nil, .null: return false
        case .bool(let value): return value
        default: throw .wrongType(member: name, expected: "a boolean")
        }
    }

    func text(_ name: String) throws(WireFault) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let value): return value
        default: throw .wrongType(member: name, expected: "a string")
        }
    }

    /// The parameters; absent, `null` and `{}` mean the same.
    func parameters() throws(WireFault) -> JSONObject {
        switch members["parameters"] {
        case nil, .null: return [:]
        case .object(let value): return value
        default: throw .wrongType(member: "parameters", expected: "an object")
        }
    }
}

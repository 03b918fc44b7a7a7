internal import Slipway
internal import SlipwayJSON
internal import SlipwaySystem

/// The names of the users that sent actions or stopped programs, each looked up once; blocks as ``UserDatabase`` does.
struct SenderNames {
    private var names: [UInt32: String?] = [:]
    private let find: (UInt32) -> String?

    init(find: @escaping (UInt32) -> String? = UserDatabase.name(ofUser:)) { self.find = find }

    /// A user's name; `nil` if it is not known.
    mutating func name(of uid: UInt32) -> String? {
        if let known = names[uid] { return known }
        let name = find(uid)
        names[uid] = name
        return name
    }

    /// A record with the name beside the number of its `sender`, as `user`, where both are known.
    mutating func naming(_ record: JSON) -> JSON { naming("sender", of: record) }

    /// A record with `programs`, each with the name of the operator who stopped it.
    mutating func naming(programsOf record: JSON) -> JSON {
        guard case .object(var object) = record, let programs = object["programs"]?.arrayValue
        else { return record }
        object["programs"] = .array(programs.map { naming("stop", of: $0) })
        return .object(object)
    }

    /// Programs with the names of the operators who stopped them.
    mutating func naming(_ programs: [ProgramStatus]) -> [ProgramStatus] {
        programs.map { program in
            var program = program
            if let uid = program.stop?.uid { program.stop?.user = name(of: uid) }
            return program
        }
    }

    private mutating func naming(_ key: String, of record: JSON) -> JSON {
        guard case .object(var object) = record, case .object(var person)? = object[key],
            let uid = person["uid"]?.integerValue.flatMap(UInt32.init(exactly:)),
            let name = name(of: uid)
        else { return record }
        person["user"] = .string(name)
        object[key] = .object(person)
        return .object(object)
    }
}

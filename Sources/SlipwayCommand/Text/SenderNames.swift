internal import SlipwayJSON
internal import SlipwaySystem

/// The names of the users that sent actions, each looked up once; blocks as ``UserDatabase`` does.
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
    mutating func naming(_ record: JSON) -> JSON {
        guard case .object(var object) = record, case .object(var sender)? = object["sender"],
            let uid = sender["uid"]?.integerValue.flatMap(UInt32.init(exactly:)),
            let name = name(of: uid)
        else { return record }
        sender["user"] = .string(name)
        object["sender"] = .object(sender)
        return .object(object)
    }
}

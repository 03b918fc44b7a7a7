/// The members of a JSON object, in the order in which they were written.
///
/// The order matters for printing only: objects with equal members are equal. Names are equal if
/// their bytes are.
package struct JSONObject: Sendable {
    /// The most members that are looked through one by one, which is faster for so few.
    private static let fewMembers = 16

    private var members: [(key: String, value: JSON)] = []
    /// The position of each member; empty for few members.
    private var places: [Name: Int] = [:]

    /// Creates an object without members.
    package init() {}

    /// Creates an object; of equal keys the last wins, at the position of the first.
    package init(_ members: some Sequence<(String, JSON)>) {
        for (key, value) in members { self[key] = value }
    }

    /// Creates an object of those members that are there.
    package init(present members: KeyValuePairs<String, JSON?>) {
        for (key, value) in members where value != nil { self[key] = value }
    }

    /// The member named `key`; setting `nil` removes it, setting a new one appends it.
    package subscript(key: String) -> JSON? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                notePlaces()
            case (nil, let value?): append(value, for: key)
            case (nil, nil): break
            }
        }
    }

    /// The names, in order.
    package var keys: [String] { members.map(\.key) }

    /// Appends a member and returns `true`; returns `false` if the name is taken.
    mutating func insertNew(_ value: JSON, for key: String) -> Bool {
        guard place(of: key) == nil else { return false }
        append(value, for: key)
        return true
    }

    private func place(of key: String) -> Int? {
        guard places.isEmpty else { return places[Name(text: key)] }
        return members.firstIndex { $0.key.hasBytes(of: key) }
    }

    private mutating func append(_ value: JSON, for key: String) {
        members.append((key, value))
        if places.isEmpty {
            notePlaces()
        } else {
            places[Name(text: key)] = members.count - 1
        }
    }

    private mutating func notePlaces() {
        places.removeAll()
        guard members.count > Self.fewMembers else { return }
        for (place, member) in members.enumerated() { places[Name(text: member.key)] = place }
    }
}

/// The name of a member, by its bytes.
private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool {
        left.text.hasBytes(of: right.text)
    }

    /// Hashes the bytes.
    ///
    /// Swift's own hash is the same for texts that Swift takes for equal, and a peer could send
    /// thousands of such names.
    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// Tells whether the bytes are the same: Swift takes more texts than these for equal.
    fileprivate func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> (key: String, value: JSON) { members[position] }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        // A sum of hashes does not depend on the order.
        var sum = 0
        for (key, value) in self {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}

internal import OrderedCollections

// In the first file by name that imports what the trait brings: the compiler gets no further.
#if !Daemon
#error("slipwayd and slipway need the trait 'Daemon' of the package 'slipway'")
#endif

/// The members of a JSON object, in the order in which they were written.
///
/// The order is kept for printing only: objects with equal members are equal. Names are equal that have the same
/// bytes.
package struct JSONObject: Sendable {
    /// The name of a member; its hash is that of the text, which equal bytes share.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8)
        }
    }

    private var members: OrderedDictionary<Name, JSON> = [:]

    /// Creates an object without members.
    package init() {}

    /// Creates an object; of equal keys the last wins, in the place of the first.
    package init(_ members: some Sequence<(String, JSON)>) {
        for (key, value) in members { self[key] = value }
    }

    /// The member named `key`; setting `nil` removes it, setting a new one appends it.
    package subscript(key: String) -> JSON? {
        get { members[Name(text: key)] }
        set { members[Name(text: key)] = newValue }
    }

    /// The names, in order.
    package var keys: [String] { members.keys.map(\.text) }

    /// Appends a member and returns `true`; returns `false` if the name is taken.
    mutating func insertNew(_ value: JSON, for key: String) -> Bool {
        guard self[key] == nil else { return false }
        self[key] = value
        return true
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> (key: String, value: JSON) {
        let element = members.elements[position]
        return (element.key.text, element.value)
    }
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

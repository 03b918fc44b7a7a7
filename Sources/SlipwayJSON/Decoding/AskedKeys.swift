/// The members of objects for which the types that were decoded have asked.
///
/// Several types may ask for keys of one object, one after the other, and the keys of all of them
/// count: a type may be tried and not fit, and a superclass reads from the object of its subclass.
final class AskedKeys {
    /// One object, by the keys that lead to it.
    final class Place {
        let object: JSONObject
        let codingPath: [any CodingKey]
        /// The keys, in the order in which they were asked for.
        private(set) var keys: [String] = []
        private var isAsked: Set<String> = []

        init(_ object: JSONObject, _ codingPath: [any CodingKey]) {
            self.object = object
            self.codingPath = codingPath
        }

        func ask(_ key: String) { if isAsked.insert(key).inserted { keys.append(key) } }

        /// Counts every key as asked for: the object is taken as it is.
        func askForAll() { for key in object.keys { ask(key) } }

        fileprivate var unasked: [UnaskedMember] {
            object.keys.filter { !isAsked.contains($0) }.map { key in
                let path = codingPath + [JSONStep.member(key)]
                return UnaskedMember(
                    path: JSONDecodingFault(at: path, "").path,
                    key: key,
                    asked: keys
                )
            }
        }
    }

    private var places: [Place] = []
    private var numbers: [[String]: Int] = [:]

    func place(of object: JSONObject, at codingPath: [any CodingKey]) -> Place {
        let path = codingPath.map(\.stringValue)
        if let number = numbers[path] { return places[number] }
        numbers[path] = places.count
        places.append(Place(object, codingPath))
        return places[places.count - 1]
    }

    /// The members for which no type has asked; those of outer objects first.
    var unasked: [UnaskedMember] { places.flatMap(\.unasked) }
}

/// A member of an object for which no type has asked.
package struct UnaskedMember: Hashable, Sendable {
    /// The place: `items[3].ulr`.
    package let path: String
    /// The key of the member.
    package let key: String
    /// The keys that were asked for in the same object, whether or not they are there.
    package let asked: [String]

    /// Creates a note of a member.
    package init(path: String, key: String, asked: [String]) {
        self.path = path
        self.key = key
        self.asked = asked
    }
}

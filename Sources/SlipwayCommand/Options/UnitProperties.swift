/// The properties of a unit, as `systemctl show` prints them.
struct UnitProperties: Hashable {
    private let values: [Substring: [Substring]]

    /// A property; `nil` if it was not printed.
    subscript(_ name: String) -> Substring? { all(name).last }

    /// A property that has a line for each of its values.
    func all(_ name: String) -> [Substring] { values[name[...]] ?? [] }

    /// Reads the properties of several units, a paragraph for each.
    ///
    /// - Parameter text: Lines such as `TimeoutStartUSec=1min 30s`, with an empty one between units.
    /// - Returns: The properties of each unit that has some.
    static func all(in text: String) -> [UnitProperties] {
        var found: [[Substring: [Substring]]] = [[:]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let mark = line.firstIndex(of: "=") else {
                found.append([:])
                continue
            }
            let value = line[line.index(after: mark)...]
            found[found.count - 1][line[..<mark], default: []].append(value)
        }
        return found.filter { !$0.isEmpty }.map(UnitProperties.init)
    }
}

internal import Slipway
internal import SlipwayJSON

/// Keys of which a mapping has exactly one, such as the bodies of an operation.
struct Alternatives<Value> {
    /// The word for each of them in messages.
    let noun: String
    /// The advice for a second one.
    var advice = "keep one"
    /// The alternative of the operation that is compared; `nil` if none is.
    var compared: (name: String, value: AnyHashable)?
    /// The alternatives that the mapping has.
    fileprivate var found: [(field: Field, value: Value?)] = []

    init(_ noun: String, orElse advice: String = "keep one") {
        self.noun = noun
        self.advice = advice
    }
}

extension Keys {
    /// Declares one of several keys; `make` makes the common type of its value.
    mutating func alternative<Own, Value>(
        _ name: String,
        of alternatives: inout Alternatives<Value>,
        _ kind: @autoclosure () -> Kind<Own>,
        _ make: (Own) -> Value
    ) -> Declared<Void> {
        let field = field(name, kind().type(), .alternative)
        if case .comparing(let values) = visit {
            if let compared = alternatives.compared, compared.name == name {
                values.note([compared.value], .takesARun)
            } else {
                values.skip()
            }
        }
        // All alternatives are read, for their faults; the first in the file counts.
        if let found = field.value {
            alternatives.found.append((found, kind().read(decoder, found).map(make)))
        }
        return field.map { _ in }
    }

    /// The first alternative in the file; reports the others, or that there is none.
    ///
    /// `missing` is what is wrong if there is none; `nil` if that was reported already.
    ///
    /// - Returns: The name and the value of the alternative, a faulty one with `nil`; `nil` if
    ///   there is none.
    func one<Value>(
        of alternatives: Alternatives<Value>,
        orElse missing: String?
    ) -> (name: String, value: Value?)? {
        constrain(
            ["oneOf": .array(self.alternatives.map { ["required": [.string($0)]] })]
        )
        var found = alternatives.found
        if found.count > 1 {
            let places = found.map { one in
                section.entries.firstIndex { $0.key == one.field.name } ?? 0
            }
            found = zip(places, found).sorted { $0.0 < $1.0 }.map(\.1)
        }
        guard let first = found.first else {
            if let missing, !hasMisspeltAlternative {
                report("\(missing); add one of \(UnknownName.alternatives(self.alternatives))")
            }
            return nil
        }
        for second in found.dropFirst() {
            decoder.report(
                "'\(second.field.name)' is a second \(alternatives.noun) beside '\(first.field.name)'; "
                    + alternatives.advice,
                at: second.field.keyOrigin,
                second.field.path
            )
        }
        return (first.field.name, first.value)
    }

    /// A key that is not known, and is reported by itself, was meant as one of the alternatives.
    private var hasMisspeltAlternative: Bool {
        let (known, names) = (Set(mapping.known), alternatives)
        return section.entries.contains { entry in
            guard !known.contains(entry.key) else { return false }
            let meant = mapping.text.renamed[entry.key] ?? NearestName.of(entry.key, among: names)
            return meant.map { names.contains($0) } ?? false
        }
    }
}

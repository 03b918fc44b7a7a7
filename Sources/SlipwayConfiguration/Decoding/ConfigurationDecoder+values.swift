internal import Slipway

extension ConfigurationDecoder {
    /// Any scalar but null, as its text: where text is expected, `on` and `5` are text.
    func text(_ field: Field, expected: String = "text") -> String? {
        guard case .scalar(let scalar) = field.node.content, !field.node.isNull else {
            reject(field, expected: expected)
            return nil
        }
        guard !scalar.text.utf8.contains(0) else {
            report("has a NUL character; remove it", at: field.node.origin, field.path)
            return nil
        }
        return scalar.text
    }

    func boolean(_ field: Field) -> Bool? {
        guard let boolean = field.node.boolean else {
            reject(field, expected: "true or false, without quotes")
            return nil
        }
        return boolean
    }

    func wholeNumber(
        _ field: Field,
        in range: ClosedRange<Int>,
        or alternative: String? = nil
    ) -> Int? {
        guard let number = field.node.wholeNumber.flatMap(Int.init(exactly:)),
            range.contains(number)
        else {
            let kind = "a whole number from \(range.lowerBound) to \(range.upperBound)"
            reject(
                field,
                expected: UnknownName.alternatives([alternative, kind].compactMap(\.self))
            )
            return nil
        }
        return number
    }

    /// A decimal number.
    func decimal(_ field: Field, in range: ClosedRange<Double>) -> Double? {
        guard let number = field.node.number, range.contains(number) else {
            let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
            reject(field, expected: "a number from \(low) to \(high), such as 0.5 or 1")
            return nil
        }
        return number
    }

    /// A duration that is long enough.
    func duration(_ field: Field, _ shortest: Shortest = .positive) -> Duration? {
        guard let text = text(field, expected: DurationText.example) else { return nil }
        guard let duration = DurationText.duration(text) else {
            let isBare = DurationText.isBareNumber(text)
            let advice = isBare ? "a duration with its unit, such as \(text)s or \(text)ms" : nil
            let limit = "; at most 8760h"
            reject(field, expected: advice ?? DurationText.example + limit)
            return nil
        }
        guard duration >= shortest.duration else {
            reject(field, expected: "a duration that is \(shortest.words)")
            return nil
        }
        return duration
    }

    /// One of the words of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: Field,
        _ type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        choice(field, among: Array(type.allCases))
    }

    /// One of some words of an enumeration.
    func choice<Choice: RawRepresentable>(
        _ field: Field,
        among choices: [Choice],
        or alternative: String? = nil
    ) -> Choice? where Choice.RawValue == String {
        let words = choices.map(\.rawValue)
        let expected = UnknownName.alternatives(words + [alternative].compactMap(\.self))
        guard let text = text(field, expected: expected) else { return nil }
        guard let index = words.firstIndex(of: text) else {
            reject(field, expected: expected)
            return nil
        }
        return choices[index]
    }

    /// The items of a list, each with its path.
    func list(_ field: Field, expected: String) -> [Field]? {
        guard case .sequence(let items) = field.node.content else {
            reject(field, expected: expected)
            return nil
        }
        return items.enumerated().map { index, item in
            Field(path: "\(field.path)[\(index)]", keyOrigin: item.origin, node: item)
        }
    }

    /// Checks a name that the file declares.
    func checkName(_ field: Field, dots: Bool) {
        guard !Naming.accepts(field.name, dots: dots) else { return }
        report(
            "\(Quoting.quoted(field.name)) is not a name; use \(Naming.syntax(dots: dots))",
            at: field.keyOrigin,
            field.path
        )
    }

    /// A queue that the file declares, or that every plan has.
    func queue(_ field: Field) -> Queue? {
        guard let text = text(field, expected: "the name of a queue") else { return nil }
        let queue = Queue.named(text)
        if queue == .main || queues[queue] != nil { return queue }
        let advice =
            nearest.next(text, among: queueNames).map { "did you mean '\($0)'?" }
            ?? "declare it under queues or use \(UnknownName.alternatives(queueNames))"
        report(
            "no queue is named \(Quoting.quoted(text)); \(advice)",
            at: field.node.origin,
            field.path
        )
        return nil
    }

    /// The operations named in `requires` or `after`.
    func dependencies(_ field: Field) -> [DependencySpecification] {
        let items = list(field, expected: "a list of operations, such as [sdk-init]") ?? []
        var dependencies: [DependencySpecification] = []
        var names: Set<String> = []
        for item in items {
            guard let name = text(item, expected: "the name of an operation") else { continue }
            note(field.path, at: item.node.origin)
            guard names.insert(name).inserted else {
                let reason = "\(Quoting.quoted(name)) is listed twice; remove one"
                report(reason, at: item.node.origin, field.path)
                continue
            }
            dependencies.append(.init(name: name, origin: item.node.origin))
        }
        return dependencies
    }
}

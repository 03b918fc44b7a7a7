internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `success` of an operation with `exec`; faults are reported, and what is left counts.
    ///
    /// - Parameters:
    ///   - field: The key.
    ///   - isProgram: Whether the operation starts a program that stays, which a signal may end
    ///     well, too.
    /// - Returns: The ends; `nil` if it is no list.
    func success(_ field: Field, ofProgram isProgram: Bool) -> ProgramEnd.Successes? {
        let expected =
            isProgram
            ? "a list of exit statuses and signals, such as [0, TERM]"
            : "a list of exit statuses, such as [0, 3]"
        guard let items = list(field, expected: expected) else { return nil }
        if items.isEmpty {
            report("is an empty list; expected \(expected)", at: field.node.origin, field.path)
        }
        var success = ProgramEnd.Successes(statuses: [])
        for item in items {
            let isNew: Bool
            if isProgram, let signal = signal(item) {
                isNew = success.signals.insert(signal.number).inserted
            } else {
                let other = isProgram ? "a signal such as TERM" : nil
                guard let status = wholeNumber(item, in: 0...255, or: other) else { continue }
                isNew = success.statuses.insert(Int32(status)).inserted
            }
            guard !isNew else { continue }
            report(
                "\(item.node.shown) is listed twice; remove one",
                at: item.node.origin,
                item.path
            )
        }
        return success
    }

    private func signal(_ field: Field) -> SignalWord? {
        guard case .scalar(let scalar) = field.node.content,
            let signal = SignalWord(lenient: scalar.text), SignalWord.successes.contains(signal)
        else { return nil }
        return signal
    }
}

extension KeyType {
    /// Exit statuses.
    static var statuses: KeyType {
        list("whole numbers, 0 to 255", of: whole(0...255), ["minItems": 1, "uniqueItems": true])
    }

    /// Exit statuses and, of programs, signals.
    static var ends: KeyType {
        let signals = words(
            SignalWord.successes.map(\.rawValue) + SignalWord.successes.map(\.name)
        )
        return list(
            "whole numbers, 0 to 255, and names of signals",
            of: either("status or signal", [whole(0...255), signals]),
            ["minItems": 1, "uniqueItems": true]
        )
    }
}

/// The use that is made of the declarations of keys.
enum KeyVisit {
    /// A mapping of a file is read.
    case reading
    case describing(MappingDescription)
    /// An operation that was read is compared with another one.
    case comparing(KeyValues)
}

/// The consequence of a key's change for an operation that has done its work.
enum KeyChange {
    /// The operation has to run again.
    case takesARun
    /// The operation need not run again: the key only says how it is waited for, watched, ended or
    /// undone.
    case isTakenOver
    /// The operation need not run again if a time has become longer, or there is none any more.
    case isTakenOverIfLonger
    /// The operation need not run again: the key says what the end of its program means.
    case isOfEnd
}

/// The values of the keys of one operation.
final class KeyValues {
    let operation: OperationSpecification
    private(set) var noted: [(name: String, parts: [AnyHashable?], change: KeyChange)] = []
    /// The key that was declared last, until its parts are known.
    private var declared: String?

    /// Visits all keys of an operation.
    init(of operation: OperationSpecification) {
        self.operation = operation
        var keys = Keys(.comparing(self), OperationSpecification.self)
        _ = OperationSpecification.read(&keys)
        finish()
    }

    func declare(_ name: String) {
        finish()
        declared = name
    }

    func note(_ parts: [AnyHashable?], _ change: KeyChange) {
        guard let name = declared else { return }
        add(name, parts, change)
        declared = nil
    }

    func add(_ name: String, _ parts: [AnyHashable?], _ change: KeyChange) {
        noted.append((name, parts, change))
    }

    /// Leaves out a key that the operation does not have, or that is compared together with another
    /// one.
    func skip() { declared = nil }

    func mark(_ change: KeyChange) { noted[noted.count - 1].change = change }

    private func finish() {
        guard let declared else { return }
        preconditionFailure("the key \(declared) does not say what a reload compares")
    }
}

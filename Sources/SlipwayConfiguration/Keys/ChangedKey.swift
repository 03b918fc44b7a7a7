internal import Slipway

/// A key of an operation whose value is not the same in another configuration.
package struct ChangedKey: Hashable {
    package let name: String
    /// The consequence for an operation that has done its work.
    fileprivate let change: KeyChange

    /// An operation that has done its work has to run again for this change.
    package var takesARun: Bool { change == .takesARun }
}

extension OperationSpecification {
    /// The keys whose values are not the same in an earlier definition, without those of
    /// ``changedEndKeys(from:)``, in the order in which they are declared.
    ///
    /// `resources` and `reload` of a program that stays are left out: it goes on with new ones.
    package func changedKeys(from earlier: OperationSpecification) -> [ChangedKey] {
        allChangedKeys(from: earlier).filter { $0.change != .isOfEnd }
    }

    /// The keys about the end of the program whose values are not the same in another definition.
    package func changedEndKeys(from earlier: OperationSpecification) -> [String] {
        allChangedKeys(from: earlier).filter { $0.change == .isOfEnd }.map(\.name)
    }

    private func allChangedKeys(from earlier: OperationSpecification) -> [ChangedKey] {
        let (one, other) = (definition, earlier.definition)
        guard one != other else { return [] }
        let before = KeyValues(of: other).noted.map { ($0.name, $0.parts) }.keyed()
        return KeyValues(of: one).noted.compactMap { name, parts, change in
            guard before[name] != parts else { return nil }
            return ChangedKey(
                name: name,
                change: change.resolved(from: before[name] ?? [], to: parts)
            )
        }
    }

    /// The operation without the places where it is written; of a group, without what is in it.
    private var definition: OperationSpecification {
        var definition = self
        definition.origin = .nowhere
        definition.requires = requires.definition
        definition.after = after.definition
        switch body {
        case .group(var group):
            group.operations = []
            definition.body = .group(group)
        case .exec(var exec) where program != nil:
            exec.settings.resources = ResourcesSpecification()
            definition.body = .exec(exec)
        case .flags(var flags):
            flags.changed?.origin = .nowhere
            definition.body = .flags(flags)
        case .exec, .http, .wait, .write, .deliver, .sleep: break
        }
        return definition
    }
}

extension [DependencySpecification] {
    /// The dependencies, by name and without the places where they are written.
    fileprivate var definition: [DependencySpecification] {
        map { DependencySpecification(name: $0.name, origin: .nowhere) }.sorted {
            $0.name < $1.name
        }
    }
}

extension KeyChange {
    /// The consequence of a change from one value to another.
    fileprivate func resolved(from old: [AnyHashable?], to new: [AnyHashable?]) -> KeyChange {
        guard self == .isTakenOverIfLonger else { return self }
        guard let limit = new.first??.base as? Duration else { return .isTakenOver }
        let earlier = old.first??.base as? Duration
        return earlier.map { $0 <= limit } ?? false ? .isTakenOver : .takesARun
    }
}

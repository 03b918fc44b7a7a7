internal import Slipway

extension ConfigurationDecoder {
    /// Reports each action that is delivered to what is no program, or to a program that may not
    /// run when the action does.
    func checkDeliveries(_ configuration: Configuration) {
        let places = OperationPlaces(configuration.operations)
        for action in configuration.actions {
            guard case .deliver(let deliver) = action.body else { continue }
            let program = deliver.program
            guard let reason = fault(of: program.name, action, places) else { continue }
            report(reason, at: program.origin, paths[program.origin] ?? "")
        }
    }

    private func fault(
        of name: String,
        _ action: ActionSpecification,
        _ places: OperationPlaces
    ) -> String? {
        let shown = Quoting.quoted(name)
        guard let operation = places.operations[name] else {
            let advice =
                nearest.next(name, among: places.operations.keys.sorted())
                .map { "did you mean '\($0)'?" } ?? "declare it or correct the name"
            return "no operation is named \(shown); \(advice)"
        }
        guard operation.program != nil else {
            return "\(shown) starts no program that stays; name an operation whose exec has ready: "
                + "notify, socket:PATH or started"
        }
        guard places.required(by: action).contains(name) else {
            return "the action does not require \(shown); add it to requires"
        }
        return nil
    }
}

extension OperationPlaces {
    /// The operations that have succeeded when an action runs: those that it requires, what they
    /// require themselves, and the required ones of groups.
    func required(by action: ActionSpecification) -> Set<String> {
        var required: Set<String> = []
        var pending = action.requires.map(\.name)
        while let name = pending.popLast() {
            guard required.insert(name).inserted, let operation = operations[name] else { continue }
            pending += operation.requires.map(\.name)
            pending += (operation.children ?? []).filter { !$0.isOptional }.map(\.name)
            var group = groups[name]
            while let around = group {
                pending += operations[around]?.requires.map(\.name) ?? []
                group = groups[around]
            }
        }
        return required
    }
}

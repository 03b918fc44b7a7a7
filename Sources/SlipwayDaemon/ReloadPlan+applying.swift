internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystemd

/// The changes of a reload to programs that go on.
extension ReloadPlan {
    /// Gives the programs of a generation that has come into service what is new for them.
    ///
    /// - Parameters:
    ///   - generation: The generation.
    ///   - log: Where to say which programs get a signal.
    @Loop func apply(to generation: Generation, _ log: HostLog) {
        signal(generation, log)
        generation.programs.comeIntoService()
        change(Set(adopted.keys), of: generation)
    }

    /// Gives programs of a generation, which has taken them over, its times, and the limits and rules that are
    /// new for them.
    @Loop func change(_ names: Set<String>, of generation: Generation) {
        let required = generation.configuration.requiredPrograms
        for (operation, _) in generation.configuration.allOperations
        where names.contains(operation.name) {
            let name = operation.name
            generation.giveTimes(to: operation)
            generation.programs.require(required[name] ?? [], for: name)
            if let resources = limits[name] {
                generation.programs.limit(name, to: resources.values)
            }
            if let end = ends[name] { generation.programs.change(name, to: end) }
        }
    }

    /// Has the programs whose files alone have changed read them again.
    @Loop private func signal(_ generation: Generation, _ log: HostLog) {
        for step in steps where step.fate == .signalled {
            guard
                let program = generation.configuration.operation(named: step.name)?.program,
                let signal = program.reload?.signal
            else { continue }
            let wasSent = generation.programs.signal(step.name, signal.number)
            log.say(
                .info,
                wasSent
                    ? "'\(step.name)' gets \(signal.name): \(step.reason)"
                    : "'\(step.name)' does not run, and got no \(signal.name): it reads its files when it starts"
            )
        }
    }
}

extension Generation {
    /// Gives a program, which an earlier generation may have started, all that this one says of how it is run and
    /// ended.
    @Loop func giveRules(to name: String) {
        guard let operation = configuration.operation(named: name), let program = operation.program
        else { return }
        giveTimes(to: operation)
        programs.require(configuration.requiredPrograms[name] ?? [], for: name)
        if let resources = operation.resources { programs.limit(name, to: resources.values) }
        programs.change(name, to: program.end)
    }

    /// Gives the program of an operation, if it has one, the times of this generation.
    @Loop fileprivate func giveTimes(to operation: OperationSpecification) {
        guard operation.program != nil else { return }
        let times = operation.programTimes(
            deadline: configuration.deadline,
            grace: configuration.grace
        )
        programs.change(operation.name, to: times)
    }
}

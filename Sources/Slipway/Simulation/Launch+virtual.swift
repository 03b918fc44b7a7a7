internal import Synchronization

/// A launch in a ``VirtualWorld``.
extension Launch {
    /// Prepares a launch that a ``VirtualDriver`` drives.
    convenience init(_ graph: Graph, in world: VirtualWorld, width: Int, seed: UInt64) {
        let machine = LaunchMachine(
            graph,
            launchID: world.makeIdentity(),
            processStart: world.time.now,
            automaticWidth: max(1, width),
            seed: seed
        )
        self.init(machine, graph, in: world)
        state.withLock { $0.run = .claimed }  // Only the driver runs it.
    }

    /// The runners with bodies that could start now.
    var startableRunners: [LaunchMachine.Runner] {
        state.withLock { state in
            var runners: [LaunchMachine.Runner] = []
            if state.machine.startable(.main) > 0 { runners.append(.main) }
            if state.machine.startable(.pool) > 0 { runners.append(.pool) }
            return runners
        }
    }

    /// Starts the next body of a runner, if it gets its locks.
    func startNext(_ runner: LaunchMachine.Runner, in world: VirtualWorld) {
        let (work, effects) = state.withLock { state -> (Work?, Effects) in
            let index = state.machine.takeBody(runner, at: now)
            return (index.map { Self.work($0, &state) }, takeEffects(&state))
        }
        perform(effects)
        guard let work else { return }
        runInTask(on: world, work.index, .body) { [self] in
            var ending = await run(work)
            while !end(ending) { ending = await undo(ending) }
        }
    }

    /// Ends a body, without taking another one.
    ///
    /// - Returns: `false` if its value must be undone first.
    private func end(_ ending: BodyEnd) -> Bool {
        let (isOver, effects) = state.withLock { state in
            let isOver = Self.end(ending, &state, at: now)
            return (isOver, takeEffects(&state))
        }
        perform(effects)
        return isOver
    }

    /// The progress of the launch, for its driver.
    struct Progress {
        let stage: LaunchMachine.Stage
        let isComplete: Bool
        /// The number of events so far.
        let events: UInt64
    }

    var progress: Progress {
        state.withLock { state in
            Progress(
                stage: state.machine.stage,
                isComplete: state.machine.isComplete,
                events: state.machine.log.last
            )
        }
    }
}

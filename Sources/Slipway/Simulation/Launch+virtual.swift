internal import Synchronization

/// A launch in a ``VirtualWorld``.
extension Launch {
    /// Prepares a launch that a ``VirtualDriver`` drives.
    convenience init(
        _ graph: Graph,
        in world: VirtualWorld,
        width: Int,
        seed: UInt64,
        keeper: (any ActionKeeper)?,
        values: (any ValueStore)?,
        isSuccessor: Bool
    ) {
        var machine = LaunchMachine(
            graph,
            launchID: world.makeIdentity(),
            processStart: world.time.now,
            automaticWidth: max(1, width),
            seed: seed,
            isDurable: keeper?.isDurable ?? false
        )
        if isSuccessor { machine.book.awaitHandover() }
        self.init(machine, graph, in: world, keeper: keeper, values: values)
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
        let index = perform { $0.takeBody(runner) }
        guard let index else { return }
        runInTask(on: runner, index, .body) { [self] in
            var ending = await run(state.withLock { Self.work(index, &$0) })
            while !end(&ending) { await settle(&ending) }
        }
    }

    /// Ends a body, without taking another one.
    ///
    /// - Returns: `false` if the end must be settled first.
    private func end(_ ending: inout BodyEnd) -> Bool {
        let (isOver, follow) = visit { state in Self.end(&ending, &state) }
        perform(follow)
        return isOver
    }

    /// The progress of the launch, for its driver.
    struct Progress {
        let state: Course.State
        /// The number of events so far.
        let events: UInt64
    }

    var progress: Progress {
        state.withLock { state in
            Progress(
                state: state.machine.course.state,
                events: state.machine.log.last
            )
        }
    }
}

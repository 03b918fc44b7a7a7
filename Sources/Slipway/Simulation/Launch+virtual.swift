internal import Synchronization

/// A launch in a ``VirtualWorld``.
extension Launch {
    /// Prepares a launch that is to be driven by a ``VirtualDriver``.
    convenience init(_ graph: Graph, in world: VirtualWorld, width: Int, seed: UInt64) {
        let machine = LaunchMachine(
            graph,
            launchID: world.makeIdentity(),
            processStart: world.time.now,
            automaticWidth: max(1, width),
            seed: seed
        )
        self.init(machine, graph, in: world)
        state.withLock { $0.hasRun = true }  // Nobody else is to run it.
    }

    /// The current instant, of the world that it runs in.
    var now: Instant {
        @inline(__always) get {
            if let world { return world.time.now }
            return .now
        }
    }

    /// Whose bodies could start now.
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
        let node = perform { machine, now -> Int? in
            guard let node = machine.takeNext(runner, at: now) else { return nil }
            machine.noteRelease(of: node, at: now)
            return node
        }
        guard let node else { return }
        let (body, kind) = body(of: node)
        let context = OperationContext(launch: self, node: node)
        switch kind {
        case .synchronous, .blocking, .groupEntry, .groupExit:
            do {
                end(Ending(node: node, output: try body?.run(context)))
            } catch {
                end(Ending(node: node, failed: result(of: error, node)))
            }
        case .asynchronous:
            runInTask(on: world, node) { [self] in
                do {
                    end(Ending(node: node, output: try await body?.asynchronous?(context)))
                } catch {
                    end(Ending(node: node, failed: result(of: error, node)))
                }
            }
        }
    }

    /// How far the launch is, for whoever drives it.
    struct Progress {
        let stage: LaunchMachine.Stage
        let isComplete: Bool
        /// Counts what has happened.
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

extension LaunchMachine {
    /// Notes whose place in its queue a node has taken, if it waited for one.
    fileprivate mutating func noteRelease(of node: Int, at now: Instant) {
        let freedBy = Int(lanes[Int(nodes[node].lane)].freedBy)
        guard freedBy >= 0, freedBy != node, nodes[freedBy].endedAt == now,
            nodes[node].startedAt == now, nodes[node].readyAt != now
        else { return }
        nodes[node].releasedBy = Int32(truncatingIfNeeded: freedBy)
    }
}

import Slipway
import Testing

/// Following a launch by its events; the random launches check it over all their events.
struct ReportFoldTests {
    private static let retained = 256

    private func report(
        operations: [OperationStatus] = [],
        actions: [ActionStatus] = [],
        phase: Phase = .starting
    ) -> Report {
        Report(
            name: "storefront",
            launchID: "0",
            course: LaunchCourse(phase: phase),
            processStart: .at(0),
            operations: operations,
            actions: actions
        )
    }

    private func action(_ id: Int, _ state: ActionStatus.State) -> ActionStatus {
        ActionStatus(
            id: ActionID("\(id)"),
            kind: "open",
            queue: .main,
            requires: [],
            state: state,
            acceptedAt: .at(Int64(id)),
            endedAt: state.isEnded ? .at(Int64(id)) : nil
        )
    }

    private func operation(_ name: String, _ state: OperationStatus.State) -> OperationStatus {
        OperationStatus(name: name, queue: .main, state: state)
    }

    private func event(_ kind: Event.Kind, at milliseconds: Int64 = 0) -> Event {
        Event(sequence: UInt64(milliseconds + 1), at: .at(milliseconds), kind: kind)
    }

    @Test func everyActionThatHasNotEndedIsKeptAndTheLastOnesThatHave() {
        var fold = ReportFold(report())
        _ = fold.apply(action(0, .running))
        for id in 1...10_000 {
            _ = fold.apply(action(id, .waiting(missing: [])))
            _ = fold.apply(action(id, .done))
        }
        let kept = fold.report?.actions.map(\.id.description) ?? []
        let last = (1...10_000).suffix(Self.retained).map(String.init)
        #expect(kept.count <= 2 * Self.retained)
        #expect(kept.first == "0")
        #expect(kept.suffix(Self.retained) == last[...])
        // An action whose index has changed is still found.
        _ = fold.apply(action(0, .done))
        #expect(fold.report?.actions.map(\.id.description) == kept)
        #expect(fold.report?.actions.first?.state == .done)
    }

    @Test func theGraphIsKeptAndOfAddedOperationsTheLastOnesThatEnded() {
        let graph = (0..<600).map { operation("graph\($0)", .ended(.succeeded)) }
        var fold = ReportFold(report(operations: graph))
        for number in 0..<10_000 {
            let name = "added\(number)"
            _ = fold.apply(event(.operationsAdded([operation(name, .pending)])))
            _ = fold.apply(event(.operationEnded(operation(name, .ended(.succeeded)))))
        }
        let names = fold.report?.operations.map(\.name) ?? []
        #expect(names.prefix(600) == graph.map(\.name)[...])
        #expect((Self.retained..<2 * Self.retained).contains(names.count - 600))
        #expect(names.last == "added9999")
    }

    @Test func aNameThatReturnsIsAnotherOperation() throws {
        var fold = ReportFold(report())
        func added(_ state: OperationStatus.State) throws -> OperationStatus {
            var plan = Plan("addition")
            plan.add("refresh") {}
            var status = Launch(try Graph(plan)).report.operations[0]
            status.state = state
            return status
        }
        let first = try added(.ended(.succeeded))
        let second = try added(.running)
        #expect(fold.apply(first) == [.operation(first, before: nil)])
        #expect(fold.apply(second) == [.operation(second, before: nil)])
        for number in 0..<1000 {
            _ = fold.apply(operation("added\(number)", .ended(.succeeded)))
        }
        #expect(fold.report?["refresh"] == second)
    }

    @Test func aHugeGraphIsFollowedWithoutASearch() {
        let names = (0..<50_000).map { "operation-with-a-rather-long-name-\($0)" }
        var fold = ReportFold(report(operations: names.map { operation($0, .pending) }))
        for state in [.ready, .running, .ended(.succeeded)] as [OperationStatus.State] {
            for name in names.reversed() { _ = fold.apply(operation(name, state)) }
        }
        #expect(fold.report?.operations.map(\.name) == names)
        #expect(fold.report?.operations.allSatisfy { $0.outcome == .succeeded } == true)
    }

    @Test func anEventTellsWhatItChanges() {
        var fold = ReportFold()
        let pending = operation("a", .pending)
        let running = operation("a", .running)
        let failed = operation("a", .ended(.failed(Failure(.error, "no"))))
        let waiting = action(1, .waiting(missing: ["a"]))
        let start = report(operations: [pending])
        let end = report(operations: [failed], actions: [waiting], phase: .failed)
        let course: [(Event.Kind, [LaunchChange])] = [
            (.operationReady(pending), []),
            (.launchStarted(start), [.launch(start)]),
            (.operationReady(pending), []),
            (.operationStarted(running), [.operation(running, before: pending)]),
            (.operationTornDown(name: "a", failure: nil), []),
            (.actionChanged(waiting), [.action(waiting, before: nil)]),
            (.paused(nil), [.phase]), (.paused(.main), [.phase]), (.paused(.main), []),
            (.resumed(nil), [.phase]), (.resumed(.main), [.phase]),
            (.launchReady(degraded: false), [.phase]),
            // A failure in the background degrades a launch that was not degraded.
            (.operationEnded(failed), [.operation(failed, before: running), .phase]),
            (.launchDegraded(reason: "asked to"), []),
            (.launchStopping(reason: "asked to", rootCauses: []), [.phase]),
            (.launchEnded(end), [.phase]),
        ]
        for (kind, changes) in course {
            #expect(fold.apply(event(kind)) == changes)
        }
        #expect(fold.report == end)
    }

    @Test func aLossTellsWhatTheLostEventsWouldHaveTold() {
        let graph = [operation("a", .pending), operation("b", .running), operation("c", .pending)]
        var fold = ReportFold(report(operations: graph, actions: [action(1, .running)]))
        _ = fold.apply(event(.paused(nil), at: 5))
        var later = graph
        later[2] = OperationStatus(
            name: "c",
            queue: .main,
            state: .ended(.succeeded),
            endedAt: .at(7)
        )
        later[1] = OperationStatus(name: "b", queue: .main, state: .running, startedAt: .at(8))
        // After a loss, what concerns the launch as a whole is told first.
        #expect(fold.apply(event(.launchReady(degraded: false), at: 8)) == [.phase])
        // Action 1 was released before its end was told; 3 has been released and told before.
        let known = report(operations: later, actions: [action(3, .done), action(9, .done)])
        let changes = fold.apply(event(.eventsLost(count: 70, report: known), at: 9))
        #expect(
            changes == [
                .operation(later[2], before: graph[2]), .operation(later[1], before: graph[1]),
                .action(nil, before: action(1, .running)), .action(action(9, .done), before: nil),
                .phase,
            ]
        )
        #expect(fold.report == known)
        #expect(fold.apply(event(.eventsLost(count: 1, report: known), at: 9)) == [])
    }
}

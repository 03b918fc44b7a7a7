import Testing

@testable import Slipway

/// The records that a launch copies when it begins.
struct OperationRecordTests {
    @Test func aRecordIsPlainDataOf64BytesAtMost() {
        #expect(MemoryLayout<OperationRecord>.stride <= 64)
        #expect(_isPOD(OperationRecord.self))
    }

    @Test func aStepThatIsReadAfterTheNextOnesSaysWhatItSaidThen() throws {
        var plan = Plan("late")
        let first = plan.add("first", timeout: .seconds(1)) { _ in }
        plan.add("second", requires: [first]) { _ in }
        var machine = LaunchMachine(try Graph(plan))
        let reader = machine.log.addReader()
        machine.now = .at(1)
        machine.start()
        for now in [Int64(2), 4] {
            machine.now = .at(now)
            let taken = machine.takeNext(.pool)
            let index = try #require(taken)
            machine.now = .at(now + 1)
            machine.ended(index, .succeeded)
        }
        let read = machine.readEvents(reader, upTo: 100).events
        let steps = read.map { $0.event(machine.topology.declared).kind }.compactMap { kind in
            switch kind {
            case .operationReady(let status), .operationStarted(let status),
                .operationEnded(let status):
                let instants = [status.readyAt, status.startedAt, status.endedAt].map {
                    $0.map { "\(Instant.at(0).duration(to: $0).microseconds / 1000)" } ?? "-"
                }
                let state = status.outcome?.word ?? "\(status.state)"
                return
                    "\(status.name) \(state) \(instants.joined(separator: " ")) \(status.attempt)"
            default: return nil
            }
        }
        #expect(
            steps == [
                "first ready 1 - - 0", "first running 1 2 - 1", "first succeeded 1 2 3 1",
                "second ready 3 - - 0", "second running 3 4 - 0", "second succeeded 3 4 5 0",
            ]
        )
    }

    @Test func whatBecomesReadyInAPausedQueueSaysSo() throws {
        var plan = Plan("paused")
        plan.add("plain") { _ in }
        plan.add("repeated", retry: .constant(attempts: 2, pause: .zero)) { _ in }
        var machine = LaunchMachine(try Graph(plan))
        let reader = machine.log.addReader()
        machine.now = .at(0)
        _ = machine.pause()
        machine.now = .at(1)
        machine.start()
        let read = machine.readEvents(reader, upTo: 100).events
        let statuses = read.compactMap { event -> OperationStatus? in
            guard case .operationReady(let status) = event.event(machine.topology.declared).kind
            else { return nil }
            return status
        }
        #expect(statuses.map(\.state) == [.ready, .ready])
        #expect(statuses.map(\.obstacle) == [.pause(nil), .pause(nil)])
    }
}

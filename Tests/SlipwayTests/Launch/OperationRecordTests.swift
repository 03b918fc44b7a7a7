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
        machine.start(at: .at(1))
        for now in [Int64(2), 4] {
            let taken = machine.takeNext(.pool, at: .at(now))
            let index = try #require(taken)
            machine.ended(index, .succeeded, at: .at(now + 1))
        }
        let read = machine.readEvents(reader, upTo: 100).events
        let steps = read.map { $0.event(machine.topology.declared).kind }.compactMap { kind in
            switch kind {
            case .operationReady(let status), .operationStarted(let status),
                .operationEnded(let status):
                let instants = [status.readyAt, status.startedAt, status.endedAt].map {
                    $0.map { "\(Instant.at(0).duration(to: $0).microseconds / 1000)" } ?? "-"
                }
                return "\(status.name) \(instants.joined(separator: " ")) \(status.attempt)"
            default: return nil
            }
        }
        #expect(
            steps == [
                "first 1 - - 0", "first 1 2 - 1", "first 1 2 3 1",
                "second 3 - - 0", "second 3 4 - 0", "second 3 4 5 0",
            ]
        )
    }
}

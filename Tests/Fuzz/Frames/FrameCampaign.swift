internal import Glibc

/// Mutated frames, read in this process and sent to a real daemon: it must serve, must not grow,
/// and must end when asked.
struct FrameCampaign {
    /// The number of cases that one daemon gets.
    private static let round = 20_000
    /// After how many cases the daemon is checked.
    private static let interval = 1000
    private static let connectionCount = 8

    private let worker: Worker
    private let mutator = FrameCorpus.mutator()

    init(_ worker: Worker) { self.worker = worker }

    func run() {
        var rest = worker.options.cases
        while !rest.isEmpty {
            let cases = rest.prefix(Self.round)
            var checked = cases.lowerBound
            do throws(Broken) {
                try run(cases, &checked)
            } catch {
                // A repetition shows which of them it was.
                let last = max(worker.progress[.current], checked + 1)
                worker.tell(error, checked..<min(last, cases.upperBound), input: [])
            }
            worker.progress[.child] = 0
            rest = rest.dropFirst(cases.count)
        }
    }

    /// Sends the cases to a new daemon; before the case `checked` nothing was wrong.
    private func run(_ cases: Range<Int>, _ checked: inout Int) throws(Broken) {
        let daemon = try FuzzedDaemon("\(worker.options.programs)/slipwayd")
        worker.progress[.child] = Int(daemon.identifier)
        var connections: [FuzzedConnection] = []
        defer { for connection in connections { connection.close() } }
        var next = cases.lowerBound
        while next < cases.upperBound || connections.contains(where: { $0.current != nil }) {
            while connections.count < Self.connectionCount {
                guard let connection = FuzzedConnection(daemon.socket) else {
                    throw daemon.failure("nobody can connect")
                }
                connections.append(connection)
            }
            for index in connections.indices where connections[index].current == nil {
                guard next < cases.upperBound else { break }
                begin(next, on: &connections[index])
                next += 1
                guard next % Self.interval == 0 else { continue }
                worker.progress.note(memory: try daemon.check())
                checked = max(next - Self.connectionCount, cases.lowerBound)
            }
            try proceed(&connections)
        }
        worker.progress.note(memory: try daemon.check())
        try daemon.stop()
    }

    private func begin(_ index: Int, on connection: inout FuzzedConnection) {
        var random = worker.begin(index)
        let input = mutator.input(&random)
        do throws(Broken) {
            if try FrameReading.check(input, &random) > 0 { worker.progress.count(.accepted) }
        } catch {
            worker.tell(error, index..<index + 1, input: input)
        }
        connection.begin(index, input, isWhole: !random.chance(3))
    }

    /// Waits for an event, and then advances each connection.
    private func proceed(_ connections: inout [FuzzedConnection]) throws(Broken) {
        var awaited = connections.map(\.awaited)
        poll(&awaited, nfds_t(awaited.count), 5)
        for index in connections.indices.reversed() where try connections[index].proceed() == .over
        {
            connections[index].close()
            connections.remove(at: index)
        }
    }
}

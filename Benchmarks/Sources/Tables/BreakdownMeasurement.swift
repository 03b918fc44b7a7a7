internal import Engines
internal import Slipway
internal import Synchronization

/// Measures each step of running one operation alone: nanoseconds per step, of the fastest of five
/// rounds, since only the machine makes a round slower.
enum BreakdownMeasurement {
    static let rounds = 1_000_000

    static func take() -> Figures {
        var figures = Figures()
        var sum: Int64 = 0
        figures["clock"] = each { _ in sum &+= Instant.now.nanoseconds }
        let lock = Mutex(0)
        figures["lock"] = each { _ in lock.withLock { $0 += 1 } }
        let counter = Atomic<Int64>(0)
        figures["atomic"] = each { _ in
            sum &+= counter.subtract(1, ordering: .acquiringAndReleasing).newValue
        }
        figures["record"] = record()
        objects(&figures)
        let bodies = Bodies.make()
        figures["syncBody"] = each { _ in bodies.synchronous() }
        for (name, value) in blockUntilDone({ await asynchronous(bodies) }).values {
            figures[name] = value
        }
        figures["sum"] = Double(sum & 1)
        return figures
    }

    /// Steps with tasks, measured inside one task.
    private static func asynchronous(_ bodies: Bodies) async -> Figures {
        var figures = Figures()
        figures["asyncBody"] = await eachAsync { await bodies.asynchronous() }
        figures["immediateTask"] = await eachAsync {
            await Task.immediateDetached { await bodies.asynchronous() }.value
        }
        figures["detachedTask"] = await eachAsync(rounds: rounds / 10) {
            await Task.detached { await bodies.asynchronous() }.value
        }
        return figures
    }

    private final class Box: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// Through a pointer, so that the optimiser can neither keep the objects on the stack nor
    /// remove them.
    private static func objects(_ figures: inout Figures) {
        let place = UnsafeMutablePointer<Box>.allocate(capacity: 1)
        let box = Box(0)
        place.initialize(to: box)
        figures["retain"] = each { _ in assign(box, to: place) }
        figures["allocation"] = each { number in assign(Box(number), to: place) }
        place.deinitialize(count: 1)
        place.deallocate()
    }

    @inline(never)
    private static func assign(_ box: Box, to place: UnsafeMutablePointer<Box>) {
        place.pointee = box
    }

    private struct Record {
        var at: Int64
        var node: UInt32
        var kind: UInt32
    }

    /// Instant, operation and kind, one after another in existing memory.
    private static func record() -> Double {
        let records = UnsafeMutablePointer<Record>.allocate(capacity: 4096)
        records.initialize(repeating: Record(at: 0, node: 0, kind: 0), count: 4096)
        defer { records.deallocate() }
        return each { number in
            let record = Record(at: Int64(number), node: UInt32(number), kind: 1)
            write(record, to: records + (number & 4095))
        }
    }

    @inline(never)
    private static func write(_ record: Record, to place: UnsafeMutablePointer<Record>) {
        place.pointee = record
    }

    private static func each(_ work: (Int) -> Void) -> Double {
        var best = Double.infinity
        for _ in 0..<5 {
            let start = Instant.now
            for number in 0..<rounds { work(number) }
            best = min(best, start.nanoseconds(to: .now) / Double(rounds))
        }
        return best
    }

    private static func eachAsync(
        rounds: Int = rounds,
        _ work: @Sendable () async -> Void
    ) async -> Double {
        var best = Double.infinity
        for _ in 0..<5 {
            let start = Instant.now
            for _ in 0..<rounds { await work() }
            best = min(best, start.nanoseconds(to: .now) / Double(rounds))
        }
        return best
    }

    /// Bodies as an engine holds them: behind a pointer, unknown to the optimiser.
    private final class Bodies: Sendable {
        let synchronous: @Sendable () -> Void
        let asynchronous: @Sendable () async -> Void

        private init(
            synchronous: @escaping @Sendable () -> Void,
            asynchronous: @escaping @Sendable () async -> Void
        ) {
            self.synchronous = synchronous
            self.asynchronous = asynchronous
        }

        @inline(never)
        static func make() -> Bodies {
            Bodies(synchronous: {}, asynchronous: { () async in })
        }
    }
}

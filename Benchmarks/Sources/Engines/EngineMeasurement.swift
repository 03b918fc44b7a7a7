package import Slipway

/// One engine running one graph: `ENGINE SHAPE COUNT [once|verify|sleep|launch|repeat]`.
package struct EngineMeasurement {
    private let declare: Declare
    private let shape: Shape
    private let mode: String?

    /// Declares a graph for an engine, with the width of its queue.
    package typealias Declare = (Shape, Work, Int?) -> any Engine

    /// The time for which warm runs are repeated; there is at least one.
    private static let budget = Duration.milliseconds(400)
    private static let mostRuns = 2000

    /// Parses what to measure.
    ///
    /// - Parameters:
    ///   - arguments: `ENGINE SHAPE COUNT [MODE]`.
    ///   - declare: Declares a graph for an engine that is not in this module.
    /// - Throws: ``UsageError``.
    package init(_ arguments: [String], declare: Declare? = nil) throws(UsageError) {
        guard arguments.count >= 3, let kind = EngineKind(rawValue: arguments[0]),
            let shape = Shape.Kind(rawValue: arguments[1]), let count = Int(arguments[2]),
            let declare = declare ?? kind.declare
        else {
            throw UsageError("cannot measure '\(arguments.joined(separator: " "))'")
        }
        self.declare = declare
        self.shape = Shape(shape, count: count)
        mode = arguments.count > 3 ? arguments[3] : nil
    }

    /// Runs the measurement.
    package func take() throws -> Figures {
        switch mode {
        case "verify": try verify()
        case "sleep": try sleep()
        case "launch": try launch()
        case "repeat": try runAgainAndAgain()
        default: try time(isOnce: mode == "once")
        }
    }

    /// Nanoseconds of each part for the first run (`first`) and, unless `isOnce`, the median of
    /// further ones (`warm`, and the fastest of them, `warmBest`).
    ///
    /// `told` ends when the engine returned to its caller: by then an observed launch has reported
    /// every event and is freed.
    private func time(isOnce: Bool) throws -> Figures {
        var figures = Figures()
        ProcessFigures.resetPeak()
        let before = ProcessFigures.residentBytes()

        let start = Instant.now
        var engine = declare(shape, .nothing, nil)
        let declared = Instant.now
        try engine.prepare()
        let prepared = Instant.now
        let (first, firstTold) = try run(engine)

        figures["bytes"] = Double(ProcessFigures.peakResidentBytes() - before)
        figures["declare"] = start.nanoseconds(to: declared)
        figures["prepare"] = declared.nanoseconds(to: prepared)
        figures["first"] = first
        figures["firstTold"] = firstTold
        figures["events"] = Double(EventFigures.last.events)
        figures["lost"] = Double(EventFigures.last.lost)
        guard !isOnce else { return figures }
        // In case the rest takes too long.
        Figures.write(figures)

        var warm: [Double] = []
        var told: [Double] = []
        let busy = ProcessFigures.processorTime()
        let end = Instant.now.advanced(by: Self.budget)
        repeat {
            if !engine.runsAgain {
                engine = declare(shape, .nothing, nil)
                try engine.prepare()
            }
            let (duration, untilTold) = try run(engine)
            warm.append(duration)
            told.append(untilTold)
        } while Instant.now < end && warm.count < Self.mostRuns
        figures["warm"] = warm.median
        figures["warmBest"] = warm.min()
        figures["warmTold"] = told.median
        // Of all threads, also that of a reporter, which goes on after the launch is ready.
        figures["processor"] = (ProcessFigures.processorTime() - busy) / Double(warm.count)
        return figures
    }

    private func run(_ engine: any Engine) throws -> (finished: Double, told: Double) {
        let start = Instant.now
        let finished = try engine.run()
        let end = Instant.now
        return (start.nanoseconds(to: finished ?? end), start.nanoseconds(to: end))
    }

    private func verify() throws -> Figures {
        let check = OrderCheck(shape)
        var engine = declare(shape, .checking(check), nil)
        try engine.prepare()
        _ = try engine.run()
        var figures = Figures()
        figures["right"] = check.isFulfilled ? 1 : 0
        return figures
    }

    /// All operations but the first and last wait 10 ms, at a width that lets all of them wait
    /// together.
    private func sleep() throws -> Figures {
        let check = OrderCheck(shape)
        var figures = Figures()
        var engine = declare(shape, .waiting(milliseconds: 10, check), shape.count)
        try engine.prepare()
        let start = Instant.now
        let finished = try engine.run()
        figures["first"] = start.nanoseconds(to: finished ?? .now)
        figures["right"] = check.isFulfilled ? 1 : 0
        figures["threads"] = Double(check.threads)
        return figures
    }

    /// A launch as services have them: bodies of 0.1 to 10 ms, at a width that lets them all.
    ///
    /// `path` is what the longest chain of bodies takes by itself, `first` what the launch took, from
    /// before its check.
    private func launch() throws -> Figures {
        let durations = (0..<shape.count).map { Self.microseconds(of: $0) }
        var ends: [Int] = []
        for node in 0..<shape.count {
            let start = shape.dependencies(of: node).map { ends[Int($0)] }.max() ?? 0
            ends.append(start + durations[node])
        }
        var figures = Figures()
        var engine = declare(shape, .lasting(microseconds: durations), shape.count)
        let start = Instant.now
        try engine.prepare()
        let finished = try engine.run()
        figures["first"] = start.nanoseconds(to: finished ?? .now)
        figures["path"] = Double(ends.max() ?? 0) * 1000
        return figures
    }

    /// The numbers of runs after which memory is measured.
    package static let counts = [200, 1000, 2000]

    /// Memory after many runs in one process.
    private func runAgainAndAgain() throws -> Figures {
        var figures = Figures()
        var engine = declare(shape, .nothing, nil)
        try engine.prepare()
        for number in 1...(Self.counts.max() ?? 0) {
            _ = try engine.run()
            guard Self.counts.contains(number) else { continue }
            figures["resident\(number)"] = Double(ProcessFigures.residentBytes())
            figures["allocated\(number)"] = Double(ProcessFigures.allocatedBytes())
        }
        return figures
    }

    /// From 100 to 10,000, the same for each run; short ones are as likely as long ones.
    private static func microseconds(of node: Int) -> Int {
        let steps = [100, 150, 250, 400, 600, 1000, 1500, 2500, 4000, 6000, 10_000]
        return steps[(node &* 7 &+ node / 11 &* 3) % steps.count]
    }
}

extension Instant {
    /// The nanoseconds from here to `other`.
    package func nanoseconds(to other: Instant) -> Double {
        Double(other.nanoseconds - nanoseconds)
    }
}

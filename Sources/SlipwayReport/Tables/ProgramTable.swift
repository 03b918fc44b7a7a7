package import Slipway

/// The programs of a launch as a table: for `status`, and for the times of a launch.
package struct ProgramTable: Sendable {
    private let programs: [ProgramStatus]
    private let now: Instant?
    private let showsStartup: Bool
    /// The use of resources of at least one program is known.
    private let showsUse: Bool

    /// - Parameters:
    ///   - programs: One a row, in this order.
    ///   - now: The end of the times that have not ended; `nil` leaves them out.
    ///   - showsStartup: Whether it has a column for the time from start to ready.
    package init(_ programs: [ProgramStatus], at now: Instant?, showsStartup: Bool = false) {
        self.programs = programs
        self.now = now
        self.showsStartup = showsStartup
        showsUse = programs.contains { $0.use != nil }
    }

    /// The header and the rows, one line each; none without programs.
    package var lines: [String] {
        guard !programs.isEmpty else { return [] }
        var columns: [TextTable.Column] = [
            .right("SINCE"), .right("PID"), .right("RESTARTS"), .left("PROGRAM"), .left("STATE"),
        ]
        if showsUse {
            let use: [TextTable.Column] = [.right("MEMORY"), .right("CPU"), .right("TASKS")]
            columns.insert(contentsOf: use, at: 3)
        }
        if showsStartup { columns.insert(.right("STARTUP"), at: 0) }
        var table = TextTable(columns)
        table.rows = programs.flatMap { program in
            guard showsStartup else { return [row(program)] }
            return program.earlier.suffix(Self.mostEarlier).map { row($0, of: program) }
                + [[program.startup?.timespan ?? "-"] + row(program)]
        }
        return table.lines
    }

    /// The most runs of a program before its last start.
    private static let mostEarlier = 3

    /// The row of a run that is over; the table has a column for the startup.
    private func row(_ run: ProgramRun, of program: ProgramStatus) -> [String] {
        let length = run.startedAt.elapsed(to: run.endedAt).timespan
        let start = [
            run.readyAt.map { run.startedAt.elapsed(to: $0).timespan } ?? "-",
            "-",
            run.pid.map { "\($0)" } ?? "-",
            "-",
        ]
        // A run that is over uses nothing.
        let use = showsUse ? ["-", "-", "-"] : []
        let words = [
            program.name,
            "ended after \(length)" + (run.reason.map { ": \($0)" } ?? ""),
        ]
        return start + use + words
    }

    private func row(_ program: ProgramStatus) -> [String] {
        [
            now.map { program.since.elapsed(to: $0).timespan } ?? "-",
            program.pid.map { "\($0)" } ?? "-",
            "\(program.restarts)",
        ] + (showsUse ? use(program) : []) + [
            program.name,
            state(program),
        ]
    }

    private func use(_ program: ProgramStatus) -> [String] {
        let use = program.use
        return [
            use?.memory.map { ByteCount.text($0) } ?? "-",
            use?.processorTime.map(\.timespan) ?? "-",
            use?.tasks.map { "\($0)" } ?? "-",
        ]
    }

    private func state(_ program: ProgramStatus) -> String {
        var words = program.stateWords
        if case .pausing(let next) = program.state, let now {
            words += ", starts again in \(now.elapsed(to: next).timespan)"
        }
        if program.endedWell { words += " well" }
        return [words, program.detail].compactMap(\.self).joined(separator: ": ")
    }
}

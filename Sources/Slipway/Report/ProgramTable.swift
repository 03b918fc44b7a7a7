/// The programs of a launch as a table: for `status`, and for the times of a launch.
package struct ProgramTable: Sendable {
    private let programs: [ProgramStatus]
    private let now: Instant?
    private let showsStartup: Bool

    /// - Parameters:
    ///   - programs: One a row, in this order.
    ///   - now: The end of the times that have not ended; `nil` leaves them out.
    ///   - showsStartup: Whether it has a column for the time from start to ready.
    package init(_ programs: [ProgramStatus], at now: Instant?, showsStartup: Bool = false) {
        self.programs = programs
        self.now = now
        self.showsStartup = showsStartup
    }

    /// The header and the rows, one line each; none without programs.
    package var lines: [String] {
        guard !programs.isEmpty else { return [] }
        var columns: [TextTable.Column] = [
            .right("SINCE"), .right("PID"), .right("RESTARTS"), .left("PROGRAM"), .left("STATE"),
        ]
        if showsStartup { columns.insert(.right("STARTUP"), at: 0) }
        var table = TextTable(columns)
        table.rows = programs.map { program in
            (showsStartup ? [program.startup?.timespan ?? "-"] : []) + row(program)
        }
        return table.lines
    }

    private func row(_ program: ProgramStatus) -> [String] {
        [
            now.map { max(program.since.duration(to: $0), .zero).timespan } ?? "-",
            program.pid.map { "\($0)" } ?? "-",
            "\(program.restarts)",
            program.name,
            state(program),
        ]
    }

    private func state(_ program: ProgramStatus) -> String {
        var words = program.state.word
        if case .pausing(let next) = program.state, let now {
            words += ", starts again in \(max(now.duration(to: next), .zero).timespan)"
        }
        if program.endedWell { words += " well" }
        return [words, program.detail].compactMap(\.self).joined(separator: ": ")
    }
}

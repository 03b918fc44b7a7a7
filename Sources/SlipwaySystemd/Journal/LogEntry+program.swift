internal import Slipway

extension LogEntry {
    /// A program was started, became ready or ended, or said something about itself.
    ///
    /// - Parameters:
    ///   - program: The program after the change.
    ///   - before: The program before the change; `nil` if it is new.
    ///   - phase: The launch's phase after the change.
    ///   - changesPhase: Whether the change made the launch degraded, or ended that.
    init(
        changed program: ProgramStatus,
        before: ProgramStatus?,
        phase: Phase? = nil,
        changesPhase: Bool = false
    ) {
        let subject = "Program '\(program.name)'"
        let fields = program.fields
        if let words = program.slowEndWords(before: before) {
            self.init(.notice, "\(subject) \(words)", fields: fields)
            return
        }
        let isSpawned = program.state == .starting && program.pid != nil && before?.pid == nil
        guard program.state != before?.state || isSpawned else {
            self.init(
                .debug,
                "\(subject) \(program.changeWords(before: before))",
                fields: fields
            )
            return
        }
        let ended = program.reason ?? "ended"
        let lack = phase == .ready(degraded: true) ? "; the launch is degraded" : ""
        let isWhole = changesPhase && phase == .ready(degraded: false)
        let whole = isWhole ? "; the launch is no longer degraded" : ""
        switch program.state {
        case .starting where program.pid == nil:
            self.init(.debug, "\(subject) is about to start", fields: fields)
        case .starting where program.restarts > 0:
            self.init(.notice, "\(subject) starts again\(program.pidWords)", fields: fields)
        case .starting where program.reason != nil:
            // The program is started again because of another program.
            self.init(.notice, "\(subject) \(ended)\(program.pidWords)", fields: fields)
        case .starting:
            self.init(.debug, "\(subject) starts\(program.pidWords)", fields: fields)
        case .running:
            self.init(.info, "\(subject) is running\(program.pidWords)\(whole)", fields: fields)
        case .stopping:
            let reason = program.reason.map { ": \($0)" } ?? ""
            self.init(.debug, "\(subject) is being ended\(reason)", fields: fields)
        case .pausing(let next):
            let pause = program.since.duration(to: next).timespan
            let words = "\(subject) \(ended); it starts again in \(pause)\(lack)"
            self.init(.warning, words, id: .programEnded, fields: fields)
        case .stopped:
            let words = program.reason ?? "is stopped"
            let priority = program.killedAt == nil ? LogPriority.notice : .warning
            self.init(priority, "\(subject) \(words)\(lack)", fields: fields)
        case .ended where program.endedWell:
            self.init(.notice, "\(subject) \(ended), as it may", fields: fields)
        case .ended where program.readyAt == nil && program.restarts == 0:
            // The entry about its operation tells the consequence, or else the answer to the
            // operator who started the program.
            self.init(.notice, "\(subject) \(ended)", fields: fields)
        case .ended:
            let words = "\(subject) \(ended); it is not started again\(lack)"
            self.init(.error, words, id: .programEnded, fields: fields)
        }
    }
}

extension ProgramStatus {
    /// `has not ended yet; it is killed 10s after it was asked to end`, once.
    fileprivate func slowEndWords(before: ProgramStatus?) -> String? {
        guard case .stopping = state, let killedAt, before?.killedAt == nil else { return nil }
        let left = since.duration(to: killedAt).timespan
        return "has not ended yet; it is killed \(left) after it was asked to end"
    }

    /// The news within one state.
    fileprivate func changeWords(before: ProgramStatus?) -> String {
        if message != before?.message {
            return message.map { "says: \($0)" } ?? "says nothing more"
        }
        if let stop, before?.stop == nil { return "was stopped \(stop.words)" }
        if lack != before?.lack { return lack ?? "passes its health check again" }
        return pid.map { "has \($0) as its main process" } ?? "has lost its main process"
    }

    fileprivate var pidWords: String { pid.map { ", pid \($0)" } ?? "" }

    fileprivate var fields: [LogEntry.Field] {
        var fields = [LogEntry.Field(.operation, name), .init(.outcome, state.word)]
        if let pid { fields.append(.init(.pid, "\(pid)")) }
        if let reason { fields.append(.init(.reason, reason)) }
        if restarts > 0 { fields.append(.init(.attempt, "\(restarts + 1)")) }
        return fields
    }
}

internal import Slipway

extension LogEntry {
    /// A program was started, became ready or ended, or said something about itself.
    init(changed program: ProgramStatus, before: ProgramStatus?, at now: Instant) {
        let subject = "Program '\(program.name)'"
        let fields = program.fields
        guard program.state != before?.state || program.pid != before?.pid else {
            let words = program.message.map { "says: \($0)" } ?? "says nothing more"
            self.init(.debug, "\(subject) \(words)", fields: fields)
            return
        }
        let ended = program.reason ?? "ended"
        switch program.state {
        case .starting where program.restarts > 0 && program.pid != nil:
            self.init(.notice, "\(subject) starts again\(program.pidWords)", fields: fields)
        case .starting:
            self.init(.debug, "\(subject) starts\(program.pidWords)", fields: fields)
        case .running:
            self.init(.info, "\(subject) is running\(program.pidWords)", fields: fields)
        case .stopping:
            let reason = program.reason.map { ": \($0)" } ?? ""
            self.init(.debug, "\(subject) is being ended\(reason)", fields: fields)
        case .pausing(let next):
            let pause = now.duration(to: next).timespan
            let words = "\(subject) \(ended); it starts again in \(pause)"
            self.init(.warning, words, id: .programEnded, fields: fields)
        case .stopped:
            self.init(.notice, "\(subject) is stopped", fields: fields)
        case .ended where before?.state == .starting && program.restarts == 0:
            // The end of its operation says more.
            self.init(.debug, "\(subject) \(ended)", fields: fields)
        case .ended:
            let words = "\(subject) \(ended); it is not started again"
            self.init(.error, words, id: .programEnded, fields: fields)
        }
    }
}

extension ProgramStatus {
    fileprivate var pidWords: String { pid.map { ", pid \($0)" } ?? "" }

    fileprivate var fields: [LogEntry.Field] {
        var fields = [LogEntry.Field(.operation, name), .init(.outcome, state.word)]
        if let pid { fields.append(.init(.pid, "\(pid)")) }
        if let reason { fields.append(.init(.reason, reason)) }
        if restarts > 0 { fields.append(.init(.attempt, "\(restarts + 1)")) }
        return fields
    }
}

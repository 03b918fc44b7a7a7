package import Slipway

extension ReportFold {
    /// Takes in one reply of `Watch`.
    package mutating func apply(_ reply: WatchReply) {
        switch reply {
        case .launch(let report): self = ReportFold(report)
        case .operation(let status): _ = apply(status)
        case .action(let status): _ = apply(status)
        case .program(let status): _ = apply(status)
        case .phase(let change): _ = changeLaunch { $0.course = change }
        case .unknown: break
        }
    }

    /// The replies of `Watch` that tell the changes of an event.
    package mutating func replies(to event: Event) -> [WatchReply] {
        let changes = apply(event)
        guard let report, !changes.isEmpty else { return [] }
        // After a loss almost everything may have changed: the whole launch is shorter.
        if case .eventsLost = event.kind { return [.launch(report)] }
        return changes.compactMap { change in
            switch change {
            case .launch(let report): .launch(report)
            case .operation(let status, before: _): status.map { .operation($0) }
            case .action(let status, before: _): status.map { .action($0) }
            case .program(let status, before: _): .program(status)
            case .phase: .phase(report.course)
            }
        }
    }
}

extension Phase {
    /// Nothing changes any more.
    package var isEnded: Bool { self == .stopped || self == .failed }
}

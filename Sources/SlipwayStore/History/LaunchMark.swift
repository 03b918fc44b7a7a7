internal import Slipway
internal import SlipwayInterface
package import SlipwayReport
package import SlipwayVarlink

/// A start of the service, as it is marked beside its store from its first moment on.
package struct LaunchMark: Hashable, Sendable {
    /// The fate of a start.
    package enum State: String, Hashable, Sendable, CaseIterable, WireWord {
        /// The service runs, or its process has ended without saying so.
        case running
        /// The service runs as in ``running``, and was ready for ``SafeModeWords/probation``.
        case steady
        /// The service ran, and its process has ended without saying so.
        case crashed
        /// The service failed because of an optional operation.
        case failed
        /// The service ended otherwise, which says nothing about optional operations.
        case ended
    }

    /// The launch with which the service began, the first generation of its process; with its end,
    /// if the process told that itself.
    package var launch: LaunchSummary
    /// The fate of the start so far.
    package var state: State
    /// The optional operations that ran when that was last noted, or the one that made the launch
    /// fail.
    package var suspects: [String]

    /// The most suspects that are noted.
    package static let suspectLimit = 8

    /// Describes a start; each parameter is its property.
    package init(_ launch: LaunchSummary, state: State = .running, suspects: [String] = []) {
        self.launch = launch
        self.state = state
        self.suspects = suspects
    }

    /// Optional operations may be to blame for the end.
    package var counts: Bool { state == .crashed || state == .failed }
}

extension LaunchMark: Record {
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required("launchId", &launch.launchID, .text)
        try launch.visitStart(&fields)
        try fields.required("state", &state, .word(State.self))
        try fields.required("suspects", &suspects, .list(.text))
        var end = launch.end == .running ? nil : launch.end
        try fields.optional("end", &end, .word(RecordedLaunch.End.self))
        launch.end = end ?? .running
    }
}

extension LaunchMark.State {
    package static var declaration: Declaration {
        Declaration("MarkState", "What has become of a start")
    }

    package var words: String {
        switch self {
        case .running: "The service runs, or its process has ended without saying so"
        case .steady:
            "Like running, and the service was ready for \(SafeModeWords.probation.timespan)"
        case .crashed: "The process has ended without saying so"
        case .failed: "The start failed because of an optional operation"
        case .ended: "The start ended otherwise"
        }
    }
}

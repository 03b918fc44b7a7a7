package import Slipway
package import SlipwayInterface
package import SlipwayVarlink

/// A start of the service, as it is marked beside its store from its first moment on.
package struct LaunchMark: Hashable, Sendable {
    /// What has become of the start.
    package enum State: String, Hashable, Sendable, CaseIterable, WireWord {
        /// It runs, or its process has ended without a word.
        case running
        /// The same, and it was ready for a minute.
        case steady
        /// It ran, and its process has ended without a word.
        case crashed
        /// It failed because of an optional operation.
        case failed
        /// It ended otherwise: it says nothing about optional operations.
        case ended
    }

    /// The launch with which the service began.
    package var launchID: String
    /// What it began with.
    package var start: RecordedLaunch.Start
    /// The boot of the machine.
    package var bootID: String
    /// When its process started, in microseconds since 1970.
    package var startedAt: Int64
    /// The digest of its configuration.
    package var configurationDigest: String
    /// The version of Slipway.
    package var version: String
    /// What has become of it.
    package var state: State
    /// The optional operations that ran when that was last noted, or the one that made it fail.
    package var suspects: [String]

    /// The most suspects that are noted.
    package static let suspectLimit = 8

    /// Describes a start; each parameter is its property.
    package init(
        launchID: String,
        start: RecordedLaunch.Start,
        bootID: String = "",
        startedAt: Int64 = 0,
        configurationDigest: String = "",
        version: String = "",
        state: State = .running,
        suspects: [String] = []
    ) {
        self.launchID = launchID
        self.start = start
        self.bootID = bootID
        self.startedAt = startedAt
        self.configurationDigest = configurationDigest
        self.version = version
        self.state = state
        self.suspects = suspects
    }

    /// Optional operations may be to blame for its end.
    package var counts: Bool { state == .crashed || state == .failed }
}

extension LaunchMark: Record {
    package static var blank: Self { Self(launchID: "", start: .cold) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required("launchId", &launchID, .text)
        try fields.required("start", &start, .word(RecordedLaunch.Start.self))
        try fields.required("bootId", &bootID, .text)
        var date = Duration.microseconds(startedAt)
        try fields.required("startedRealtimeUSec", &date, .date)
        startedAt = date.microseconds
        try fields.required("configurationDigest", &configurationDigest, .text)
        try fields.required("version", &version, .text)
        try fields.required("state", &state, .word(State.self))
        try fields.required("suspects", &suspects, .list(.text))
    }
}

extension LaunchMark.State {
    package static var declaration: Declaration {
        Declaration("MarkState", "What has become of a start")
    }

    package var words: String {
        switch self {
        case .running: "It runs, or its process has ended without a word"
        case .steady: "The same, and it was ready for a minute"
        case .crashed: "Its process has ended without a word"
        case .failed: "It failed because of an optional operation"
        case .ended: "It ended otherwise"
        }
    }
}

internal import Slipway
package import SlipwayReport
package import SlipwayVarlink

/// A reload that is under way: the launch in service stays so until another one takes its place.
package struct RunningReload: Hashable, Sendable {
    /// The number of the launch that is to take its place.
    package var generation: Int
    /// The step that the reload has come to: one of ``Step``, or a word of a newer service.
    package var step: String
    /// The thing that the reload waits for, or why it is given up, in one line; `nil` if there is
    /// nothing to say.
    package var detail: String?
    /// The time since the reload began.
    package var elapsed: Duration
    /// The chain that the new launch waits for, as in its explanation.
    package var waitsFor: [Explanation.Step]

    /// The steps of a reload.
    package enum Step: String, WireWord {
        case reading, waiting, running, takingOver, undoing, restoring

        package static var declaration: Declaration {
            Declaration("ReloadPhase", "How far a reload is")
        }

        package var words: String {
            switch self {
            case .reading: "The files are read and checked"
            case .waiting:
                "It waits until what runs in a queue, or has a lock, that it needs has ended"
            case .running: "The new launch runs what changed, and undoes what that replaces"
            case .takingOver: "The new launch is ready, and takes the place of the one in service"
            case .undoing: "The new launch is given up, and what it did is undone"
            case .restoring: "What was undone for it is done again"
            }
        }
    }

    /// Creates the state of a reload.
    package init(
        generation: Int,
        step: Step,
        detail: String? = nil,
        elapsed: Duration,
        waitsFor: [Explanation.Step] = []
    ) {
        self.generation = generation
        self.step = step.rawValue
        self.detail = detail
        self.elapsed = elapsed
        self.waitsFor = waitsFor
    }
}

extension RunningReload: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "RunningReload",
            "A reload that is under way: the launch in service stays so until another one takes its place"
        )
    }

    package static var blank: Self { Self(generation: 0, step: .reading, elapsed: .zero) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The number of the launch that is to take its place")
        try fields.required("generation", &generation, .count)
        fields.say("How far it is")
        try fields.required("step", &step, .openWord(Step.self))
        fields.say(
            "What it waits for, or why it is given up, in one line; absent for nothing to say"
        )
        try fields.optional("detail", &detail, .message)
        fields.say("How long ago it began")
        try fields.required("elapsedUSec", &elapsed, .span)
        fields.say(
            "What the new launch waits for: the last steps of the chain of what blocks it, down to what runs now"
        )
        try fields.required("waitsFor", &waitsFor, .list(.record(Explanation.Step.self)))
    }
}

extension RunningReload {
    /// The word for a service that reloads, in place of that for the phase of its launch.
    package static let state = "reloading"

    /// The present step in words: `generation 2 runs what changed`.
    package var words: String {
        switch Step(rawValue: step) {
        case nil: "generation \(generation) is \(step)\(more)"
        case .reading: "reads the configuration"
        case .waiting: "generation \(generation) waits until it may begin\(more)"
        case .running: "generation \(generation) runs what changed"
        case .takingOver: "generation \(generation) takes over"
        case .undoing: "gives up generation \(generation)\(more)"
        case .restoring: "does again what was undone for generation \(generation)"
        }
    }

    private var more: String { detail.map { ": \($0)" } ?? "" }

    /// The explanation of the service of that name, which reloads.
    package func explanation(of name: String) -> Explanation {
        let subject = Explanation.Step(
            name: name,
            relation: Explanation.Step.subject,
            state: Self.state,
            elapsed: elapsed,
            detail: words
        )
        return Explanation(subject: nil, state: Self.state, steps: [subject] + waitsFor)
    }
}

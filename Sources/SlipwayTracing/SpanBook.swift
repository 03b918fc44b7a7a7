internal import Slipway
internal import Tracing

/// The open spans of a launch.
///
/// A span is begun by the first that needs it: the observer, when it is told that an operation has
/// started, or the body itself, which may be ahead of the observer. Only the observer ends one.
struct SpanBook: Sendable {
    enum Key: Hashable, Sendable {
        case operation(String)
        case action(ActionID)
    }

    let tracer: any Tracer
    let parent: ServiceContext
    let clock = WallClock()
    /// The plan's name, once it is known.
    var name: String?
    /// The parent of all other spans, once the launch has begun.
    var launchContext: ServiceContext?
    /// The span of the launch, then that of its stop.
    var phaseSpan: (any Span)?
    /// The spans of operations and actions that were begun and not ended.
    var open: [Key: any Span] = [:]
    /// The state of the launch, as the events tell it.
    var fold = ReportFold()
    /// The launch has ended: nothing begins any more.
    var isClosed = false

    init(tracer: any Tracer, parent: ServiceContext) {
        self.tracer = tracer
        self.parent = parent
    }

    /// The context of the launch's span, which begins now if it has not.
    mutating func launchContext(at instant: Instant) -> ServiceContext {
        if let launchContext { return launchContext }
        // A body that is ahead of the observer does not know the plan's name: it is set later.
        let span = start(name.map { "launch \($0)" } ?? "launch", in: parent, at: instant)
        phaseSpan = span
        launchContext = span.context
        return span.context
    }

    /// The span of an operation or action, which begins now if it has not.
    mutating func span(_ key: Key, named name: String, at instant: Instant) -> any Span {
        if let span = open[key] { return span }
        let span = start(name, in: launchContext(at: instant), at: instant)
        open[key] = span
        return span
    }

    mutating func end(_ key: Key, at instant: Instant) {
        open.removeValue(forKey: key)?.end(at: clock.timestamp(instant))
    }

    func start(_ name: String, in context: ServiceContext, at instant: Instant) -> any Span {
        tracer.startSpan(
            name,
            context: context,
            ofKind: .internal,
            at: clock.timestamp(instant)
        )
    }

    typealias Facts = [SpanFact: SpanAttribute]

    func addEvent(_ name: String, at instant: Instant, _ facts: Facts, to span: (any Span)?) {
        var attributes = SpanAttributes()
        for (fact, value) in facts { attributes[fact] = value }
        span?.addEvent(SpanEvent(name: name, at: clock.timestamp(instant), attributes: attributes))
    }
}

extension SpanAttributes {
    subscript(fact: SpanFact) -> (any SpanAttributeConvertible)? {
        get { self[fact.full] }
        set { self[fact.full] = newValue }
    }
}

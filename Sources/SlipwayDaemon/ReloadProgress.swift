internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayReport

/// Tells those who have asked for a reload how far the new generation is.
///
/// The launch is looked at ten times a second while a caller listens, and only news is told: a
/// listener counts the times in between by itself.
@Loop
final class ReloadProgress {
    typealias Listener = @Sendable (ReloadReply) -> Void

    private static let interval = Duration.milliseconds(100)

    private var listeners: [Listener] = []
    private var generation: Generation?
    /// The number of the generation in service meanwhile.
    private var current = 0
    private var timer: Timer?
    private var told: LaunchStatus?

    nonisolated init() {}

    /// Tells a listener until the reload has ended.
    func add(_ listener: Listener?) {
        guard let listener else { return }
        listeners.append(listener)
        told = nil
        if generation != nil { look() }
    }

    /// Begins to tell of a generation that gets ready.
    func begin(_ generation: Generation, after current: Int) {
        self.generation = generation
        self.current = current
        look()
    }

    /// The generation is ready, or is not to be; those who listen go on with the next reload, if
    /// there is one.
    func end(isLast: Bool) {
        timer?.cancel()
        (timer, generation, told) = (nil, nil, nil)
        if isLast { listeners = [] }
    }

    private func look() {
        timer?.cancel()
        timer = nil
        guard let generation, !listeners.isEmpty else { return }
        let (report, actions) = generation.launch.summary
        var status = LaunchStatus(report, counting: actions, at: .now)
        status.generation = generation.number
        if told.map({ !$0.isWhere(status) }) ?? true {
            told = status
            let reply = ReloadReply(generation: current, progress: status)
            for listener in listeners { listener(reply) }
        }
        timer = Timer(after: Self.interval) { [self] in look() }
    }
}

extension LaunchStatus {
    /// Nothing but time has passed between this and another state of a launch.
    fileprivate func isWhere(_ other: Self) -> Bool {
        var (mine, others) = (self, other)
        for index in mine.waitsFor.indices { mine.waitsFor[index].elapsed = nil }
        for index in others.waitsFor.indices { others.waitsFor[index].elapsed = nil }
        return mine == others
    }
}

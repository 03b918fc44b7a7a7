internal import Slipway

/// The life of a random service with reloads, in virtual time, of which a seed chooses every step.
struct Succession {
    private var draw: Draw
    private let trace: ((String) -> Void)?
    private var process: Process
    private var service: RandomService
    private var sent = 0
    private var steps = 0

    /// Explores one seed.
    ///
    /// - Parameters:
    ///   - seed: The life.
    ///   - trace: Called with every event.
    /// - Returns: The rules that were broken.
    static func violations(seed: UInt64, trace: ((String) -> Void)? = nil) -> [String] {
        var succession = Succession(Draw(seed: seed), trace)
        do { try succession.run() } catch { return ["\(error)"] }
        return succession.process.outside.violations
    }

    private init(_ draw: Draw, _ trace: ((String) -> Void)?) {
        self.draw = draw
        self.trace = trace
        service = RandomService(&self.draw)
        let outside = Outside(trace)
        process = Process(outside, ActionTable(outside, after: nil), Draw(seed: self.draw.next()))
    }

    private mutating func run() throws {
        trace?(service.text)
        try process.start(service)
        // It ends in the midst of something, or once all is quiet.
        let end = draw.chance(60) ? draw.number(0...400) : Int.max
        let reloads = draw.number(1...3)
        for _ in 0..<reloads where !process.isStopping {
            let begin = steps + draw.number(0...150)
            var isAsked = false
            while process.outside.violations.isEmpty, steps < end {
                if !isAsked, steps >= begin { isAsked = reload() }
                if draw.chance(8) { send() }
                guard step() else {
                    if isAsked || process.isStopping { break }
                    isAsked = reload()
                    continue
                }
            }
            if steps < end { checkQuiet() }
        }
        if draw.chance(30), steps >= end { return try crash() }
        stop()
        if process.outside.violations.isEmpty { process.table.checkEnd(isStopped: true) }
    }

    /// - Returns: Whether nothing keeps a reload from beginning.
    private mutating func reload() -> Bool {
        guard process.current?.isReady == true, !process.isReloading else {
            return process.isStopping
        }
        service = service.changed(&draw)
        trace?(service.text)
        let candidates = service.operations.filter { !$0.isInBackground && !$0.isOptional }
        let failing = draw.chance(35) ? draw.sample(candidates, upTo: 1).first?.name : nil
        process.reload(to: service, failing: failing)
        return true
    }

    private mutating func send() {
        guard let launch = process.current?.launch, sent < 20 else { return }
        sent += 1
        let action = NewAction(
            id: ActionID("n\(sent)"),
            kind: "a\(draw.number(0...1))",
            payload: "{}",
            key: nil,
            uid: 0,
            pid: 7
        )
        trace?("send \(action.id) of \(action.kind)")
        try? launch.submit(action) { _, _ in }
    }

    /// One step of one of the launches, the store, or a task, or else time goes on.
    ///
    /// - Returns: Whether there was one.
    private mutating func step() -> Bool {
        steps += 1
        guard steps < 50_000 else {
            process.outside.complain("it does not come to an end")
            return false
        }
        defer { process.noteEnds() }
        let generations = process.running
        let count = generations.count + 2
        let first = draw.number(0...(count - 1))
        for offset in 0..<count {
            let isDone =
                switch (first + offset) % count {
                case 0: LooseTasks.shared.step(&draw)
                case 1: process.table.step()
                case let place: generations[place - 2].driver.step()
                }
            if isDone { return true }
        }
        let instants = generations.map(\.time.next) + [process.clock.next]
        guard let next = instants.compactMap(\.self).min() else { return false }
        process.clock.move(to: next)
        for generation in generations { generation.time.move(to: next) }
        process.clock.wakeSleepers()
        return true
    }

    /// Nothing goes on: what is there is what the generation in service has done.
    private func checkQuiet() {
        guard let current = process.current, !process.isStopping else { return }
        let outside = process.outside
        guard outside.violations.isEmpty else { return }
        if process.isReloading {
            return outside.complain("the reload does not come to an end")
        }
        if !current.isReady {
            return outside.complain("\(current.number) is not ready")
        }
        if process.running.count > 1 {
            outside.complain("\(process.running.map(\.number)) run")
        }
        if outside.names != current.lasting {
            outside.complain("\(outside.names) are there, of \(current.lasting)")
        }
        process.table.checkEnd(isStopped: false)
    }

    private mutating func stop() {
        trace?("stop")
        process.stop()
        while process.outside.violations.isEmpty, step() {}
        let outside = process.outside
        if !process.running.isEmpty, outside.violations.isEmpty {
            outside.complain("\(process.running.map(\.number)) do not end")
        }
        if !outside.effects.isEmpty, outside.violations.isEmpty {
            outside.complain("\(outside.names) are left")
        }
    }

    /// The process is gone, and another one starts with what was stored.
    private mutating func crash() throws {
        trace?("crash")
        let outside = Outside(trace)
        let table = ActionTable(outside, after: process.table)
        process.outside.isGone = true
        stop()
        process = Process(outside, table, Draw(seed: draw.next()))
        steps = 0
        try process.start(service)
        while outside.violations.isEmpty, step() {}
        checkQuiet()
        stop()
    }
}

internal import Slipway
internal import SlipwaySystem
internal import Synchronization

/// A value that a thread of its own makes, once for all that want it.
final class SharedWork<Value: Sendable>: Sendable {
    typealias Answer = @Sendable (Result<Value, HTTPStartError>) -> Void

    private enum State {
        case none
        case working(waiting: [Answer])
        case made(Value, at: Instant)
    }

    /// The task of a call.
    private enum Step {
        case answer(Value), begin, wait
    }

    private let state = Mutex(State.none)
    private let life: Duration?
    private let make: @Sendable () -> Result<Value, HTTPStartError>

    /// - Parameters:
    ///   - life: How long a value is used before it is made anew; `nil`, the default: for ever.
    ///   - make: Makes the value; may block.
    init(
        life: Duration? = nil,
        make: @escaping @Sendable () -> Result<Value, HTTPStartError>
    ) {
        self.life = life
        self.make = make
    }

    /// The value, if it is there and not too old.
    var made: Value? { state.withLock { usable($0) } }

    private func usable(_ state: State) -> Value? {
        guard case .made(let value, let made) = state,
            life.map({ made.duration(to: .now) < $0 }) ?? true
        else { return nil }
        return value
    }

    /// Gives the value, or why there is none: at once if the value is there already or no thread
    /// can make it, else once it is made.
    ///
    /// After a failure the next call tries again.
    func value(_ answer: @escaping Answer) {
        let step = state.withLock { state -> Step in
            if let value = usable(state) { return .answer(value) }
            switch state {
            case .made, .none:
                state = .working(waiting: [answer])
                return .begin
            case .working(let waiting):
                state = .working(waiting: waiting + [answer])
                return .wait
            }
        }
        switch step {
        case .answer(let value): answer(.success(value))
        case .wait: return
        case .begin:
            do throws(ErrorNumber) {
                // A maker that lacks descriptors may give another reason for its failure.
                try FreeDescriptors.check(16)
                try Self.onOwnThread { [self] in end(make()) }
            } catch {
                end(.failure(.shortage(error)))
            }
        }
    }

    private static func onOwnThread(
        _ body: @escaping @Sendable () -> Void
    ) throws(ErrorNumber) {
        do throws(Thread.Refusal) {
            try Thread("slipway-http", blocking: .full, body)
        } catch {
            throw ErrorNumber(error.code)
        }
    }

    private func end(_ result: Result<Value, HTTPStartError>) {
        let waiting = state.withLock { state -> [Answer] in
            guard case .working(let waiting) = state else { return [] }
            state = if case .success(let value) = result { .made(value, at: .now) } else { .none }
            return waiting
        }
        for answer in waiting { answer(result) }
    }
}

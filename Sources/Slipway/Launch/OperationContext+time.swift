extension OperationContext {
    /// Asks for more time, because the work goes on: the current attempt may take at least this long
    /// from now.
    ///
    /// The call never shortens the attempt's timeout, and reaches beyond neither the operation's
    /// budget nor the launch's deadline. Does nothing for an operation without a timeout, and once
    /// the body was asked to give up.
    public func extendTimeout(by duration: Duration) {
        guard case .body = call else { return }
        launch.perform { machine in
            machine.extendTimeout(index, until: now.advanced(by: duration))
            machine.extendPart(index, by: duration)
        }
    }

    /// Says which step the body still lacks, in words that follow its name: `waits for tcp db:5432`.
    ///
    /// The words are told until the attempt ends or others follow. Does nothing for what is not a
    /// body, and once the body was asked to give up.
    package func note(lack words: String) {
        guard case .body = call else { return }
        launch.perform { $0.lacks(index, words) }
    }

    /// Notes that the body only waits from now on: it gives its slot in the concurrent queue to
    /// others.
    ///
    /// In every other queue, whose width is a promise, the body holds its slot. Does nothing for
    /// what is not a body.
    package func waitOutsideQueue() {
        guard case .body = call else { return }
        launch.perform { $0.waitsOutsideQueue(index) }
    }
}

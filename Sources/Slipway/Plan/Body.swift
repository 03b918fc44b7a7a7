/// What an operation does, or the handler of a launch action: a closure, of whose value the type is
/// forgotten where it is declared.
///
/// There the compiler knows the type, and may make one function of the closure and of what forgets
/// it; a launch would have to look it up for each body.
///
/// One object for each operation, whose closure is a `let`: it is called in place, without being
/// retained first.
final class Body: Sendable {
    private let work: BodyWork

    init(_ work: BodyWork) {
        self.work = work
    }

    /// Calls a synchronous body.
    @inline(__always)
    func run(_ context: @autoclosure () -> OperationContext) throws -> AnyOutput? {
        guard case .synchronous(let work) = work else { return nil }
        return try work(context())
    }

    /// An `async` body, to be called in place: a function around it would be another one to go back
    /// to, with a look for where.
    @inline(__always)
    var asynchronous: AsynchronousWork? {
        if case .asynchronous(let work) = work { work } else { nil }
    }
}

/// A body, by whether it is `async`.
@usableFromInline
enum BodyWork: Sendable {
    case synchronous(SynchronousWork)
    case asynchronous(AsynchronousWork)
}

@usableFromInline
typealias SynchronousWork = @Sendable (OperationContext) throws -> AnyOutput?

@usableFromInline
typealias AsynchronousWork =
    nonisolated(nonsending) @Sendable (OperationContext) async throws -> AnyOutput?

/// How a body uses its thread.
enum BodyKind: UInt8, Sendable {
    /// Returns without waiting for anything but the processor.
    case synchronous
    /// May wait for something while it keeps its thread: gets one of its own.
    case blocking
    /// Gives its thread back whenever it suspends.
    case asynchronous
    /// There is none: where a group begins.
    case groupEntry
    /// There is none: where a group ends.
    case groupExit

    init(_ work: BodyWork, isBlocking: Bool) {
        switch work {
        case .synchronous: self = isBlocking ? .blocking : .synchronous
        case .asynchronous: self = .asynchronous
        }
    }
}

/// What an operation does, or the handler of a launch action: a closure, of whose value the type is
/// forgotten where it is declared.
///
/// There the compiler knows the type, and may make one function of the closure and of what forgets
/// it; a launch would have to look it up for each body.
///
/// One object for each operation, whose closure is a `let`: a synchronous one is called in place,
/// without being retained first, which costs more than many bodies do.
class Body: @unchecked Sendable {  // Immutable: each subclass has one `let`, of a Sendable type.
    static func make(_ work: BodyWork) -> Body {
        switch work {
        case .synchronous(let work): SynchronousBody(work)
        case .asynchronous(let work): AsynchronousBody(work)
        }
    }

    /// Calls a synchronous body.
    func run(_ context: OperationContext) throws -> AnyOutput? { nil }

    /// An `async` body, to be called in place: a function around it would be another one to go back
    /// to, with a look for where.
    var asynchronous: AsynchronousWork? { nil }
}

private final class SynchronousBody: Body, @unchecked Sendable {  // Immutable: one `let`.
    private let work: SynchronousWork

    init(_ work: @escaping SynchronousWork) {
        self.work = work
    }

    override func run(_ context: OperationContext) throws -> AnyOutput? { try work(context) }
}

private final class AsynchronousBody: Body, @unchecked Sendable {  // Immutable: one `let`.
    private let work: AsynchronousWork

    init(_ work: @escaping AsynchronousWork) {
        self.work = work
    }

    override var asynchronous: AsynchronousWork? { work }
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

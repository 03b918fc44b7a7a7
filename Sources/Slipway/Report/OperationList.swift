/// The operations of a report: there already, or described when somebody asks for them.
///
/// To describe one takes about a microsecond and some 500 bytes, and most who are told that a launch
/// has begun or ended do not look at every one of a hundred thousand.
struct OperationList: Hashable, Sendable {
    private enum Storage: Sendable {
        case described([OperationStatus])
        case open(Later)
    }

    private var storage: Storage

    init(_ operations: [OperationStatus]) {
        storage = .described(operations)
    }

    /// - Parameter describe: Called at most once, on any thread, and let go of after that.
    init(later describe: @escaping @Sendable () -> [OperationStatus]) {
        storage = .open(Later(describe))
    }

    var all: [OperationStatus] {
        get {
            switch storage {
            case .described(let operations): operations
            case .open(let later): later.operations
            }
        }
        _modify {
            var operations = all
            // The only one to have them, so that they are changed where they are.
            storage = .described([])
            defer { storage = .described(operations) }
            yield &operations
        }
    }

    static func == (left: OperationList, right: OperationList) -> Bool { left.all == right.all }

    func hash(into hasher: inout Hasher) { all.hash(into: &hasher) }

    /// Shared by the copies of a list, so that it is described once.
    private final class Later: Sendable {
        private enum State: Sendable {
            case described([OperationStatus])
            case open(@Sendable () -> [OperationStatus])
        }

        private let state: AdaptiveMutex<State>

        init(_ describe: @escaping @Sendable () -> [OperationStatus]) {
            state = AdaptiveMutex(.open(describe))
        }

        var operations: [OperationStatus] {
            let (operations, before) = state.withLock { state in
                let before = state
                switch state {
                case .described(let operations): return (operations, before)
                case .open(let describe):
                    let operations = describe()
                    state = .described(operations)
                    return (operations, before)
                }
            }
            // Let go of here, without the lock: the last who has a plan lets go of the user's objects.
            _ = consume before
            return operations
        }
    }
}

extension OperationList: CustomReflectable {
    var customMirror: Mirror { Mirror(reflecting: all) }
}

/// The operations of a report: there already, or described when somebody asks for them.
///
/// To describe one takes about a microsecond and some 500 bytes, and most who are told that a launch
/// has begun or ended do not look at every one of a hundred thousand.
struct OperationList: Hashable, Sendable {
    private var described: [OperationStatus]
    /// Describes them; `nil` when that is done.
    private var later: Later?

    init(_ operations: [OperationStatus]) {
        described = operations
    }

    /// - Parameter describe: Called at most once, on any thread, as long as nobody changes a copy.
    init(later describe: @escaping @Sendable () -> [OperationStatus]) {
        described = []
        later = Later(describe)
    }

    var all: [OperationStatus] {
        get { later?.operations ?? described }
        _modify {
            if let later {
                described = later.operations
                self.later = nil
            }
            yield &described
        }
    }

    static func == (left: OperationList, right: OperationList) -> Bool { left.all == right.all }

    func hash(into hasher: inout Hasher) { all.hash(into: &hasher) }

    /// Shared by the copies of a list, so that it is described once.
    private final class Later: Sendable {
        private enum State: Sendable {
            case asked([OperationStatus])
            case open(@Sendable () -> [OperationStatus])
        }

        private let state: AdaptiveMutex<State>

        init(_ describe: @escaping @Sendable () -> [OperationStatus]) {
            state = AdaptiveMutex(.open(describe))
        }

        var operations: [OperationStatus] {
            state.withLock { state in
                if case .open(let describe) = state { state = .asked(describe()) }
                if case .asked(let operations) = state { return operations }
                return []
            }
        }
    }
}

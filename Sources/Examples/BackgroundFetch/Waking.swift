import Synchronization

/// The answer to the system.
enum FetchResult: String, Encodable {
    case newData, noData, failed
}

/// One time that the system woke the program, with what was found.
final class Waking: Sendable {
    let number: Int
    private let state = Mutex(FetchResult.failed)

    init(number: Int) {
        self.number = number
    }

    var result: FetchResult { state.withLock { $0 } }

    func found(_ result: FetchResult) {
        state.withLock { $0 = result }
    }
}

internal import SlipwaySystem

/// Why a file of actions cannot be used.
enum ActionFileError: Error {
    /// A newer version of Slipway wrote it.
    case isNewer
    /// Another process uses it: the words.
    case isBusy(String)
    /// It is damaged.
    case isDamaged(String)
    /// The system or SQLite refused.
    case refused(String)

    init(_ error: SQLiteError) {
        if error.isCorruption {
            self = .isDamaged(error.description)
        } else if error.isBusy {
            self = .isBusy("another process has locked it")
        } else {
            self = .refused(error.description)
        }
    }

    init(_ call: String, _ error: ErrorNumber) { self = .refused("\(call): \(error)") }

    var isBusy: Bool { if case .isBusy = self { true } else { false } }

    var reason: String {
        switch self {
        case .isNewer:
            "a newer version of Slipway wrote it; start that one, or move the file away"
        case .isBusy(let reason), .isDamaged(let reason), .refused(let reason): reason
        }
    }
}

internal import SlipwaySystem

/// Why a file of actions cannot be used.
enum ActionFileError: Error {
    /// A newer version of Slipway wrote it.
    case isNewer
    /// Another process uses it.
    case isBusy
    /// It is damaged.
    case isDamaged(String)
    /// The system or SQLite refused.
    case refused(String)

    init(_ error: SQLiteError) {
        if error.isCorruption {
            self = .isDamaged(error.description)
        } else if error.isBusy {
            self = .isBusy
        } else {
            self = .refused(error.description)
        }
    }

    init(_ call: String, _ error: ErrorNumber) { self = .refused("\(call): \(error)") }

    var reason: String {
        switch self {
        case .isNewer:
            "a newer version of Slipway wrote it; start that one, or move the file away"
        case .isBusy: "another process uses it; does the service run twice?"
        case .isDamaged(let reason), .refused(let reason): reason
        }
    }
}

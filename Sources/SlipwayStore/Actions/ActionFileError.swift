internal import Glibc
internal import SlipwaySystem

/// Why a file of actions cannot be used.
enum ActionFileError: Error {
    /// A newer version of Slipway wrote the file.
    case isNewer
    /// Another process uses the file; with the words for that.
    case isBusy(String)
    /// The file is damaged; with what was found.
    case isDamaged(String)
    /// The system or SQLite refused.
    case refused(String)
    /// The disk is full.
    case isFull(String)

    init(_ error: SQLiteError) {
        if error.isCorruption {
            self = .isDamaged(error.description)
        } else if error.isBusy {
            self = .isBusy("another process has locked it")
        } else if error.isFull {
            self = .isFull(error.description)
        } else {
            self = .refused(error.description)
        }
    }

    init(_ call: String, _ error: ErrorNumber) {
        let words = "\(call): \(error)"
        self = [ENOSPC, EDQUOT].contains(error.rawValue) ? .isFull(words) : .refused(words)
    }

    /// There is no room on the disk.
    var isFull: Bool { if case .isFull = self { true } else { false } }

    var isBusy: Bool { if case .isBusy = self { true } else { false } }

    var reason: String {
        switch self {
        case .isNewer:
            "a newer version of Slipway wrote it; start that one, or move the file away"
        case .isBusy(let reason), .isDamaged(let reason), .refused(let reason),
            .isFull(let reason):
            reason
        }
    }
}

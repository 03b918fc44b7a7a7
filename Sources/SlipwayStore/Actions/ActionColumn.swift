/// The columns of the table `action`, each once: what a file is checked for, and what is saved of a
/// damaged one.
///
/// ``ActionSchema`` makes them, in steps that never change; a test compares the two.
enum ActionColumn: String, CaseIterable {
    case position, id, kind, uid, pid, key
    case retryOf = "retry_of"
    case digest, payload, accepted, uptime, boot, expires, attempts, running, interruptions
    case started, failure, ended, state, outcome, words, failures, suspect, pause, paused
    case pausedUptime = "paused_uptime"
    case pausedBoot = "paused_boot"

    /// What a column holds.
    enum Content: Hashable {
        case integer, text, bytes
        /// The same, or nothing.
        case integerOrNull, textOrNull
    }

    /// What the column holds.
    var content: Content {
        switch self {
        case .position, .uid, .pid, .accepted, .uptime, .attempts, .running, .interruptions,
            .failures, .suspect:
            .integer
        case .id, .kind, .boot, .state: .text
        case .digest: .bytes
        case .expires, .started, .ended, .pause, .paused, .pausedUptime: .integerOrNull
        case .key, .retryOf, .payload, .failure, .outcome, .words, .pausedBoot: .textOrNull
        }
    }

    /// Reads what the column holds; of a damaged file, the nearest to it.
    func value(_ row: SQLiteRow, at index: Int32) -> SQLiteValue {
        switch content {
        case .integer: .integer(row.integer(index))
        case .text: .text(row.text(index))
        case .bytes: .bytes(row.bytes(index))
        case .integerOrNull: .integer(row.optionalInteger(index))
        case .textOrNull: .text(row.optionalText(index))
        }
    }
}

extension [ActionColumn] {
    /// Their names, for a statement.
    var names: String { map(\.rawValue).joined(separator: ", ") }

    /// A parameter for each, for a statement.
    var parameters: String { indices.map { "?\($0 + 1)" }.joined(separator: ", ") }
}

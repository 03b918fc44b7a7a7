/// The columns of the table `action`, each once: what statements read and write, what a file is checked
/// for, and what is saved of a damaged one.
///
/// ``ActionSchema`` makes them; a test compares the two.
enum ActionColumn: String, CaseIterable {
    case position, id, kind, uid, pid, key
    case retryOf = "retry_of"
    case digest, payload, accepted, uptime, boot, expires, attempts, running, interruptions
    case failure, ended, state, outcome, words, failures, suspect, pause, paused
    case pausedUptime = "paused_uptime"
    case pausedBoot = "paused_boot"
    case readyAfter = "ready_after"
    case startedAfter = "started_after"
    case endedAfter = "ended_after"
    case begunAfter = "begun_after"
    case orderKey = "order_key"
    case uniqueKey = "unique_key"
    case coalescingKey = "coalescing_key"
    case result

    /// The values that a column may hold.
    enum Content: Hashable {
        case integer, text, bytes
        /// An integer or a text, or nothing.
        case integerOrNull, textOrNull
    }

    /// The values that the column holds.
    var content: Content {
        switch self {
        case .position, .uid, .pid, .accepted, .uptime, .attempts, .running, .interruptions,
            .failures, .suspect:
            .integer
        case .id, .kind, .boot, .state: .text
        case .digest: .bytes
        case .expires, .ended, .pause, .paused, .pausedUptime, .readyAfter, .startedAfter,
            .endedAfter, .begunAfter:
            .integerOrNull
        case .key, .retryOf, .payload, .failure, .outcome, .words, .pausedBoot, .orderKey,
            .uniqueKey, .coalescingKey, .result:
            .textOrNull
        }
    }
}

extension [ActionColumn] {
    /// The names of the columns, for a statement.
    var names: String { map(\.rawValue).joined(separator: ", ") }

    /// A parameter for each column, for a statement.
    var parameters: String { indices.map { "?\($0 + 1)" }.joined(separator: ", ") }
}

/// The columns that a query reads, with the position of each in its rows.
struct ActionSelection {
    /// The beginning of a statement that reads the columns.
    let sql: String
    private let positions: [ActionColumn: Int32]

    init(_ columns: [ActionColumn]) {
        sql = "SELECT \(columns.names) FROM action"
        positions = Dictionary(uniqueKeysWithValues: zip(columns, 0...))
    }

    /// Every column.
    static let all = ActionSelection(ActionColumn.allCases)

    fileprivate func position(_ column: ActionColumn) -> Int32 {
        guard let position = positions[column] else {
            preconditionFailure("the column '\(column.rawValue)' is read, and was not selected")
        }
        return position
    }
}

/// A row of the table, by column.
///
/// A damaged file may have any type anywhere: each value is converted to the type asked for.
struct ActionRow {
    private let row: SQLiteRow
    private let selection: ActionSelection

    init(_ row: SQLiteRow, _ selection: ActionSelection) {
        self.row = row
        self.selection = selection
    }

    func integer(_ column: ActionColumn) -> Int64 { row.integer(selection.position(column)) }

    func optionalInteger(_ column: ActionColumn) -> Int64? {
        row.optionalInteger(selection.position(column))
    }

    func text(_ column: ActionColumn) -> String { row.text(selection.position(column)) }

    func optionalText(_ column: ActionColumn) -> String? {
        row.optionalText(selection.position(column))
    }

    func bytes(_ column: ActionColumn) -> [UInt8] { row.bytes(selection.position(column)) }

    /// The value in the column; of a damaged file, the nearest one that the column may hold.
    func value(_ column: ActionColumn) -> SQLiteValue {
        switch column.content {
        case .integer: .integer(integer(column))
        case .text: .text(text(column))
        case .bytes: .bytes(bytes(column))
        case .integerOrNull: .integer(optionalInteger(column))
        case .textOrNull: .text(optionalText(column))
        }
    }
}

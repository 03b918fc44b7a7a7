internal import Slipway

/// The room of the file: what its bound and its disk leave, as its writer knows it.
struct StoreRoom {
    let bound: StoreBound
    var reserve: StoreReserve
    /// The bytes in use, when that was last looked at.
    private(set) var used: UInt64 = 0
    /// The degree to which the file is full.
    private(set) var level = StoreBound.Level.ample
    /// The level that operators were told.
    private var told = StoreBound.Level.ample
    /// The disk was too full for something.
    private(set) var isShort = false
    /// There may be something to let go of before its time.
    private(set) var mayRelieve = false
    /// There may be room to give back to the disk.
    var mayGiveBack = false

    /// The room of a state directory.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - maximum: The most bytes that the file may have; `nil` for the usual number.
    init(in folder: String, upTo maximum: UInt64?) {
        let space = DiskSpace(at: folder)
        bound = StoreBound(maximum, on: space)
        reserve = StoreReserve(in: folder, of: space)
    }

    /// Takes the reserve, and limits the log to what can be brought into the file in the room of
    /// the reserve.
    mutating func set(on connection: SQLiteConnection) throws(SQLiteError) {
        reserve.hold()
        let pages = min(1000, max(64, reserve.size / ActionTable.pageSize))
        try connection.run("PRAGMA wal_autocheckpoint = \(pages)")
    }

    /// The words for why no new action is accepted; `nil` if one may be tried.
    var refusal: String? {
        if reserve.isGivenUp {
            return "the disk is full, and the reserve is used up; make room"
        }
        return level == .full ? boundWords : nil
    }

    /// The words for a file that is at its bound.
    var boundWords: String { bound.words(used) }

    /// Looks at how much of the file is in use.
    mutating func measure(_ table: ActionTable) throws(SQLiteError) {
        used = try table.usedBytes()
        let before = level
        level = bound.level(of: used, after: before)
        if before == .ample, level != .ample { mayRelieve = true }
    }

    /// Something has ended.
    mutating func noteEnd() { if level != .ample || isShort { mayRelieve = true } }

    /// A write found no room.
    mutating func noteShortage() {
        if !isShort { mayRelieve = true }
        isShort = true
    }

    /// Something new was stored.
    mutating func noteAcceptance() { isShort = false }

    /// There is room for what is new again.
    mutating func noteRecovery() {
        isShort = false
        told = .ample
    }

    /// So many records were relieved.
    mutating func noteRelief(_ count: Int) { if count == 0 { mayRelieve = false } }

    /// The level that operators are to be told now; `nil` for no other one.
    mutating func news() -> StoreBound.Level? {
        let level = level == .ample ? .ample : StoreBound.Level.filling
        guard level != told, !isShort, !mayRelieve else { return nil }
        told = level
        return level
    }
}

/// The part of a writer that looks after the room of its file.
extension ActionWriter {
    /// Keeps to the room of the file from now on.
    func setUp(_ room: StoreRoom) throws(SQLiteError) {
        var room = room
        try room.set(on: table.connection)
        try room.measure(table)
        self.room = room
    }

    /// Writes something.
    ///
    /// If there is no room, gives the reserve up and writes once more, with smaller pieces; for
    /// something new it just fails.
    func store<Value>(
        isNew: Bool = false,
        _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        do throws(SQLiteError) { return try body() } catch {
            guard error.isFull, room != nil else { throw error }
            room?.noteShortage()
            guard !isNew else { throw error }
            _ = room?.reserve.giveUp()
            return try body()
        }
    }

    /// The most rows that one transaction lets go of: SQLite writes zeros over each of their pages, in its log.
    var piece: Int { room?.isShort == true ? 8 : ActionTable.piece }

    /// If there is little room, lets go of some payloads and results before their time, of actions
    /// that have ended well.
    ///
    /// - Throws: The file cannot be written; after the next end it is tried again.
    func relieve() throws(StoreError) {
        guard room?.mayRelieve == true else { return }
        do throws(SQLiteError) {
            let count = try store { () throws(SQLiteError) in
                var count = 0
                try table.connection.transaction { () throws(SQLiteError) in
                    count = try table.relieve(upTo: piece)
                }
                return count
            }
            room?.noteRelief(count)
            try noteLetGo(count)
        } catch {
            room?.noteRelief(0)
            throw StoreError(table.connection.path, error)
        }
    }

    /// Rows were let go of, or emptied.
    func noteLetGo(_ count: Int) throws(SQLiteError) {
        guard count > 0 else { return }
        room?.mayGiveBack = true
        try room?.measure(table)
    }

    /// Gives some of the room of what was let go back to the disk.
    func giveBack() {
        guard room?.mayGiveBack == true else { return }
        do throws(SQLiteError) {
            let isMore = try Reclaiming.run(table.connection, pages: ActionTable.piece)
            room?.mayGiveBack = isMore
        } catch {
            // The room stays in the file, and is used there: on a full disk even this needs some.
            room?.mayGiveBack = false
        }
    }

    /// The news for operators of how full the file is; `nil` for none.
    func roomNews() -> StoreNews? {
        guard trouble == nil, let level = room?.news() else { return nil }
        guard level != .ample, let file, let room else { return .hasRoom }
        return .fills(StoreError("\(file.path): \(room.boundWords)"))
    }
}

internal import Slipway

/// The most bytes that the file may have, and the levels below that.
struct StoreBound: Hashable, Sendable {
    /// The number of bytes where none is named.
    static let usual: UInt64 = 1 << 30

    /// The degrees to which the file is full.
    enum Level: Hashable, Sendable {
        case ample
        /// So full that what has ended well is let go of early, and that operators are told.
        case filling
        /// The rest is for the ends of actions and the history: nothing new is accepted.
        case full
    }

    /// The number of bytes.
    let bytes: UInt64

    /// Takes the bound that was named, or the usual one: at most a tenth of the file system.
    init(_ named: UInt64?, on space: DiskSpace?) {
        bytes = max(named ?? min(Self.usual, (space?.total ?? .max) / 10), 1 << 20)
    }

    /// The level of a file of which so many bytes are in use.
    ///
    /// - Parameters:
    ///   - used: The bytes.
    ///   - level: The level before: a file that has filled needs to be some way below a level to
    ///     leave it.
    /// - Returns: The level.
    func level(of used: UInt64, after level: Level) -> Level {
        let full = level == .full ? bytes / 10 * 9 : bytes - bytes / 16
        if used >= full { return .full }
        return used >= bytes / 10 * (level == .ample ? 8 : 7) ? .filling : .ample
    }

    /// The words for a file of which so many bytes are in use.
    func words(_ used: UInt64) -> String {
        """
        \(ByteCount.text(used)) of at most \(ByteCount.text(bytes)) are in use; remove ended \
        actions ('slipway actions --purge'), or raise 'maximum' of 'storage'
        """
    }
}

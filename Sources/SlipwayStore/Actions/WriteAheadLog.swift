internal import Glibc
internal import SlipwaySystem

/// The log beside the file, in the cases in which SQLite would silently lose what it holds: SQLite
/// deletes a log beside an empty file, and ignores a log whose head is damaged, and all that comes
/// after a damaged page.
///
/// Layout, integers big-endian: a header of 32 bytes (magic, version, page size, sequence, two salts,
/// two sums), then frames: 24 bytes (page, size of the database after a commit or 0, both salts, two
/// sums) and the page. Each sum goes on from the one before.
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameSize = 24

    /// The header is as it was written.
    private(set) var isIntact = false
    private(set) var pageSize = 0
    /// The number of commits that are whole.
    private(set) var commits = 0
    /// The number of commits of the same log that come after one that is not whole.
    private(set) var lostCommits = 0

    /// Mends what can be before SQLite opens the file.
    ///
    /// - Returns: What an operator should know; each a sentence.
    static func mend(_ path: String, at now: StoreTime) throws(ActionFileError) -> [String] {
        let log = "\(path)-wal"
        let descriptor = open(log, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        guard let found = WriteAheadLog(reading: descriptor) else { return [] }
        guard found.isIntact else {
            return [
                "the log of the stored actions cannot be read: what was stored last is missing"
                    + copy(log, at: now)
            ]
        }
        var findings: [String] = []
        if found.lostCommits > 0 {
            findings.append(
                "the last \(found.lostCommits) changes in the log of the stored actions are not "
                    + "whole, as after a power cut: what was not synced is missing"
                    + copy(log, at: now)
            )
        }
        if found.commits > 0, try fill(path, with: found.pageSize) {
            findings.append("the file of the stored actions was empty; its log was used")
        }
        return findings
    }

    /// Makes an empty file one of an empty page, so that SQLite takes the others from the log.
    ///
    /// - Returns: Whether it was empty, or not there.
    private static func fill(_ path: String, with pageSize: Int) throws(ActionFileError) -> Bool {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw ActionFileError("open \(path)", .current) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size == 0 else { return false }
        let page = [UInt8](repeating: 0, count: pageSize)
        guard pwrite(file, page, page.count, 0) == page.count, fsync(file) == 0 else {
            throw ActionFileError("write \(path)", .current)
        }
        return true
    }

    /// Copies a log that SQLite is about to change; only once, however often the file is tried, in
    /// this process and in later ones.
    ///
    /// - Returns: The last words of a sentence: where the copy is.
    private static func copy(_ log: String, at now: StoreTime) -> String {
        if let earlier = FileCopy.find(of: log, named: ActionFile.asideName(for: log)) {
            return "; a copy of it is \(earlier)"
        }
        let aside = ActionFile.freeName(for: log, at: now)
        do throws(ErrorNumber) {
            try FileCopy.make(of: log, at: aside)
            return "; a copy of it is \(aside)"
        } catch {
            return "; no copy of it could be made at \(aside): \(error)"
        }
    }
}

extension WriteAheadLog {
    /// Reads a log; `nil` for one without a commit, which nothing can be lost of.
    private init?(reading file: Int32) {
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        guard pread(file, &header, header.count, 0) == header.count,
            header.contains(where: { $0 != 0 })
        else { return nil }
        let magic = header.word(0)
        var sum = LogSum(isBigEndian: magic & 1 == 1)
        sum.add(header[0..<24])
        let size = Int(header.word(8))
        isIntact =
            magic & ~1 == 0x377f_0682 && sum.first == header.word(24)
            && sum.second == header.word(28) && size >= 512 && size & (size - 1) == 0
        guard isIntact else { return }
        pageSize = size
        count(file, salts: header[16..<24], sum)
    }

    /// Counts the commits.
    ///
    /// A frame with other salts is of an earlier log and was not written over yet, or is damaged,
    /// and frames of this log follow.
    private mutating func count(_ file: Int32, salts: ArraySlice<UInt8>, _ sum: LogSum) {
        var (sum, isWhole, offset) = (sum, true, Self.headerSize)
        var frame = [UInt8](repeating: 0, count: Self.frameSize + pageSize)
        // Of frames after one that is not whole only the heads matter.
        while case let size = isWhole ? frame.count : Self.frameSize,
            pread(file, &frame, size, offset) == size
        {
            offset += frame.count
            guard frame[8..<16].elementsEqual(salts) else {
                isWhole = false
                continue
            }
            if isWhole {
                sum.add(frame[0..<8])
                sum.add(frame[Self.frameSize...])
                isWhole = sum.first == frame.word(16) && sum.second == frame.word(20)
            }
            if frame.word(4) != 0 { if isWhole { commits += 1 } else { lostCommits += 1 } }
        }
    }
}

/// The two sums of a log.
private struct LogSum {
    let isBigEndian: Bool
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds a multiple of eight bytes.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            for index in stride(from: 0, to: bytes.count, by: 8) {
                first = first &+ word(bytes, index) &+ second
                second = second &+ word(bytes, index + 4) &+ first
            }
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}

extension [UInt8] {
    fileprivate func word(_ index: Int) -> UInt32 {
        self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

internal import Glibc
internal import SlipwaySystem

/// Reads /proc, some entries at a time: others decide how many processes a machine has, and the loop
/// that reads must go on meanwhile.
final class ProcessTableReader {
    private var directory: OpaquePointer?
    private var entries: [ProcessEntry] = []
    private var line = [UInt8](repeating: 0, count: 1024)

    /// Begins to read.
    ///
    /// - Throws: /proc cannot be opened, as when no descriptor is left.
    init() throws(ErrorNumber) {
        guard let directory = opendir("/proc") else { throw .current }
        self.directory = directory
    }

    deinit { close() }

    /// Gives its descriptor back; at the end it does so by itself.
    func close() {
        if let directory { closedir(directory) }
        directory = nil
    }

    /// Reads on: some microseconds for each entry.
    ///
    /// - Returns: The table, once all of it was read.
    /// - Throws: A process cannot be looked at, for want of descriptors.
    func read(upTo limit: Int) throws(ErrorNumber) -> ProcessTable? {
        for _ in 0..<limit {
            guard let directory, let entry = readdir(directory) else {
                close()
                return ProcessTable(entries)
            }
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard pid_t(name) != nil else { continue }
            let descriptor = open("/proc/\(name)/stat", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                if ErrorNumber.current.isShortage { throw .current }
                // It has ended meanwhile.
                continue
            }
            let count = Glibc.read(descriptor, &line, line.count)
            Glibc.close(descriptor)
            if count > 0, let entry = ProcessEntry(line[..<count]) { entries.append(entry) }
        }
        return nil
    }
}

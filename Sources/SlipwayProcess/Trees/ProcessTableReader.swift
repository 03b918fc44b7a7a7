internal import Glibc
internal import SlipwaySystem

/// Reads /proc, some entries at a time: the number of processes has no bound here, and the loop
/// must run meanwhile.
final class ProcessTableReader {
    private var directory: OpaquePointer?
    private var entries: [ProcessEntry] = []
    private var line = [UInt8](repeating: 0, count: 1024)

    /// Opens /proc.
    ///
    /// - Throws: /proc cannot be opened, for example without a free descriptor.
    init() throws(ErrorNumber) {
        guard let directory = opendir("/proc") else { throw .current }
        self.directory = directory
    }

    deinit { close() }

    /// Closes its descriptor; not needed after the last entry.
    func close() {
        if let directory { closedir(directory) }
        directory = nil
    }

    /// Reads further entries; each takes some microseconds.
    ///
    /// - Returns: The table, once all entries were read.
    /// - Throws: A process cannot be read, for lack of descriptors.
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
                // The process has ended meanwhile.
                continue
            }
            let count = Glibc.read(descriptor, &line, line.count)
            Glibc.close(descriptor)
            if count > 0, let entry = ProcessEntry(line[..<count]) { entries.append(entry) }
        }
        return nil
    }
}

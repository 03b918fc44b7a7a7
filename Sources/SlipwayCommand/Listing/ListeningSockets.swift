internal import SlipwayInterface
internal import SlipwaySystem

/// The sockets of daemons outside of the usual folders: sockets that a daemon bound itself, with
/// `--directory` or `--socket`.
enum ListeningSockets {
    /// The paths of control sockets on which a process listens.
    ///
    /// - Parameter table: The text of `/proc/self/net/unix`, which everyone may read.
    /// - Returns: The paths with the usual name of a control socket, each once, sorted.
    static func paths(in table: String) -> [String] {
        let paths = table.split(separator: "\n").dropFirst().compactMap { line -> String? in
            // Num RefCount Protocol Flags Type St Inode Path
            let fields = line.split(separator: " ", maxSplits: 7)
            guard fields.count == 8, let flags = UInt32(fields[3], radix: 16),
                flags & acceptsConnections != 0
            else { return nil }
            let path = String(fields[7])
            return path.hasPrefix("/") && path.hasSuffix("/\(LaunchInterface.name)") ? path : nil
        }
        return Set(paths).sorted()
    }

    /// `__SO_ACCEPTCON` of the kernel.
    private static let acceptsConnections: UInt32 = 1 << 16
}

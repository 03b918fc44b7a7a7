internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystemd

extension LogPlace {
    /// Finds the place where the lines of this process are.
    init(of journal: Journal) {
        let unit = SystemdUnit.own
        self.init(
            isJournal: journal.isRead,
            unit: unit?.name,
            isUserUnit: unit?.isUsers ?? false,
            invocationID: SystemdEnvironment.current.invocationID,
            output: Self.standardError
        )
    }

    private static var standardError: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/2", &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Journal {
    /// The lines of this process get into the journal.
    fileprivate var isRead: Bool {
        switch destination {
        case .native, .stream: true
        case .lines: false
        }
    }
}

extension SystemdUnit {
    fileprivate var name: String {
        switch self {
        case .system(let name), .user(let name): name
        }
    }

    fileprivate var isUsers: Bool { if case .user = self { true } else { false } }
}

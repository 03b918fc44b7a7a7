internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwaySystemd

extension LogEntry {
    /// The service leaves out what is optional.
    init(safeMode: SafeMode) {
        self.init(
            .warning,
            "\(safeMode.words); \(SafeModeWords.wayOut)",
            id: .safeMode,
            fields: safeMode.suspects.prefix(LaunchMark.suspectLimit).map { .init(.operation, $0) }
        )
    }
}

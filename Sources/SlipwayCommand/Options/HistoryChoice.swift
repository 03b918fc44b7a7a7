internal import ArgumentParser
internal import Slipway
internal import SlipwayReport

/// The launches that something is learnt from: of files, or of the service and its history.
struct HistoryChoice: ParsableArguments {
    /// The most launches that are looked at.
    static let limit = 20

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Reports that 'slipway call GetReport' printed, '-' for standard input, in place of the service's.",
            valueName: "files"
        )
    )
    var from: [String] = []

    @OptionGroup var choice: LaunchChoice

    /// The launches, the last one first; those of the history are alike: of the same configuration, and no
    /// reloads.
    ///
    /// Blocks.
    func reports(_ connection: ConnectionOptions) throws -> [Report] {
        guard from.isEmpty else { return try from.map { try Report(file: $0) } }
        guard choice.launch == nil else {
            return [try choice.report(connection, actions: 0).report]
        }
        let launches = try choice.history(connection, limit: Self.limit)
        guard let last = launches.first(where: \.isReadyStart) else {
            return launches.map(\.report)
        }
        return launches.filter { launch in
            launch.isReadyStart && launch.configurationDigest == last.configurationDigest
        }.map(\.report)
    }
}

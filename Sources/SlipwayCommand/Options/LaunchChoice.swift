internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore

/// The choice of a launch: the one in service, or one that the history has; for commands that show either,
/// beside their ``ConnectionOptions``.
struct LaunchChoice: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A launch of the history: its identity or the beginning of that, or -1 for the one before, -2, …",
            valueName: "id"
        ),
        completion: .service(.launches)
    )
    var launch: String?

    @OptionGroup var place: HistoryPlace

    func validate() throws {
        try Validation.checkFilled("--launch", launch, "give an identity, or -1")
    }

    /// The launch that is meant: of the running service, or, where none runs, of its history.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - connection: The service.
    ///   - actions: The most actions of a launch that runs, of those that have not ended; `nil` for
    ///     all actions that the launch knows.
    /// - Returns: The launch.
    /// - Throws: ``CommandFailure``: there is no such launch, or neither a service nor a history to
    ///   ask.
    func report(_ connection: ConnectionOptions, actions: Int? = nil) throws -> ChosenLaunch {
        let name = launch.map { LaunchName($0) } ?? .back(0)
        return try RecordedLaunches(connection, place).launch(.kept(name), actions: actions)
    }

    /// The launch in service, if one runs, and all stored launches, the latest first.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - connection: The service.
    ///   - limit: How many at most.
    /// - Returns: The launches.
    /// - Throws: ``CommandFailure``: there is neither a service nor a history to ask.
    func history(
        _ connection: ConnectionOptions,
        limit: Int = Method.ListLaunches.limit
    ) throws -> [RecordedLaunch] {
        try RecordedLaunches(connection, place).all(upTo: limit)
    }
}

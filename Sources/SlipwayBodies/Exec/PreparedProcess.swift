internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwayProcess

/// The way to run a process, with its names looked up and its directories made.
struct PreparedProcess: Sendable {
    /// Why a process cannot be prepared.
    struct Failure: Error {
        let reason: String
    }

    private(set) var settings = ChildSettings()
    /// The variables that tell a process of its user, as ``ProcessAccount/variables`` has them.
    private(set) var variables: [String: String]?

    /// Prepares a process.
    ///
    /// A thread of its own does what may take long: a disk, or a server of users, may be slow. The loop must run.
    /// Once the task is cancelled or the limit has passed, no further directory is made.
    ///
    /// - Parameters:
    ///   - settings: What the configuration says.
    ///   - values: What its templates are filled in from.
    ///   - limit: How long it may take; `nil` for as long as it takes.
    /// - Returns: The process.
    /// - Throws: ``Failure``, or what a template threw.
    static func prepare(
        _ settings: ProcessSettings,
        _ values: TemplateValues,
        within limit: Duration? = nil
    ) async throws -> PreparedProcess {
        let folders = try settings.folders.map { (path: try $0.path.render(values), mode: $0.mode) }
        guard settings.changesUser || !folders.isEmpty else { return PreparedProcess(settings) }
        var refusal: Thread.Refusal?
        let end = await firstAnswer(within: limit) {
            (answer: Promise<TryEnd<Result<PreparedProcess, any Error>>>) in
            do throws(Thread.Refusal) {
                try Thread("slipway-user", blocking: .full) {
                    let process = Result {
                        var process = PreparedProcess(settings)
                        try process.lookUp(settings)
                        for folder in folders where !answer.isResolved { try process.make(folder) }
                        return process
                    }
                    answer.resolve(.answered(process))
                }
            } catch {
                refusal = error
                answer.resolve(.timedOut)
            }
        }
        if let refusal { throw Failure(reason: "\(refusal)") }
        switch end {
        case .answered(let process): return try process.get()
        case .cancelled: throw CancellationError()
        case .timedOut:
            let time = (limit ?? .zero).timespan
            throw Failure(reason: "its user and its directories were not there within \(time)")
        }
    }

    private init(_ specification: ProcessSettings) {
        settings.umask = specification.umask
        settings.nice = specification.nice.map { Int32($0) }
        settings.oomScoreAdjust = specification.oomScoreAdjust.map { Int32($0) }
        settings.resources = specification.resources.values
        settings.hasNoNewPrivileges = specification.hasNoNewPrivileges
        settings.stopSignal = specification.stopSignal.number
        settings.endsWhole = specification.killMode == .tree
        settings.limits = specification.limits.limits.map { resource, limit in
            ChildSettings.Limit(resource: resource.number, soft: limit.soft, hard: limit.hard)
        }
    }

    private mutating func lookUp(_ specification: ProcessSettings) throws(Failure) {
        let account: ProcessAccount?
        do throws(ProcessAccount.Failure) { account = try specification.findAccount() } catch {
            throw Failure(reason: error.reason)
        }
        guard let account else { return }
        settings.user = ChildSettings.User(
            user: account.user,
            group: account.group,
            groups: account.groups
        )
        variables = account.variables
    }

    private func make(_ folder: (path: String, mode: UInt32)) throws(Failure) {
        let made = MadeFolder(
            path: folder.path,
            mode: folder.mode,
            user: settings.user?.user,
            group: settings.user?.group
        )
        do throws(MadeFolder.Failure) { try made.make() } catch {
            throw Failure(reason: error.reason)
        }
    }
}

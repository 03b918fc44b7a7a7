internal import SlipwayBodies
internal import SlipwayHost
internal import SlipwayProcess
internal import SlipwaySystem
internal import SlipwaySystemd

/// The parts of a daemon, which it has before it reads its configuration.
struct DaemonParts {
    /// The variables of the daemon and of its configuration.
    let environment: [String: String]
    let log: HostLog
    let store: HostStore
    /// The log for the lines of children.
    let output: OutputLog
    let notifyFolder: NotifyFolder
    let programs: Programs
    let runner: BodyRunner
    let activation: Activation

    /// Makes the parts, once, before there are further threads.
    init(_ options: DaemonOptions, _ activation: Activation, environment: [String: String]) {
        self.environment = environment
        self.activation = activation
        log = HostLog(hasTime: options.hasLogTime)
        store = HostStore(in: options.stateDirectory, environment)
        output = OutputLog(log.destinationOfOutput, hasTime: log.journal.hasTime)
        notifyFolder = NotifyFolder(in: ProcessEnvironment.runtimeDirectory(in: environment))
        programs = Programs(log: output, folder: notifyFolder)
        runner = BodyRunner(
            environment: environment,
            log: output,
            programs: programs,
            sockets: activation.all
        )
    }

    /// The names of the activation sockets.
    var socketNames: Set<String> { Set(activation.all.map(\.name)) }
}

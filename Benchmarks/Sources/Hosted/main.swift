// One launch of operations that do nothing, and how long it took: `hosted bare|host COUNT FOLDER`.
//
// `bare` is a launch with a reporter. `host` is the same under LaunchHost, with a socket and a state
// directory below FOLDER, and with the journal where the standard error is the journal's. Prints the
// microseconds from before the graph was made until ready, and until all was told and stored.

internal import Engines
internal import Glibc
internal import Slipway
internal import SlipwayHost

func fail(_ words: String) -> Never {
    let line = "hosted: \(words)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
}

/// Runs the launch and prints its figures.
func measure(_ mode: String, count: Int, folder: String) throws {
    var plan = Plan("benchmark")
    let shape = Shape(.layered, count: count)
    var handles: [Handle<Void>] = []
    for node in 0..<shape.count {
        let requires = shape.dependencies(of: node).map { handles[Int($0)] as any Dependency }
        handles.append(plan.add(shape.names[node], requires: requires) { _ in })
    }

    let begin = Instant.now
    let graph = try Graph(plan)
    let ready: ReadyReporter
    switch mode {
    case "bare":
        let launch = Launch(graph)
        ready = ReadyReporter(stopping: nil)
        try launch.runOnMainThread(reportingTo: ready, until: .ready)
    case "host":
        let options = HostOptions(socket: folder + "/socket", stateDirectory: folder + "/state")
        let host = try LaunchHost(graph, options: options)
        ready = ReadyReporter(stopping: host.launch)
        try host.runOnMainThread(reportingTo: [ready])
    default:
        fail("no mode is named '\(mode)'; there are bare and host")
    }
    let end = Instant.now
    guard let readyAt = ready.readyAt else { fail("the launch was not ready") }
    print(readyAt.microseconds - begin.microseconds, end.microseconds - begin.microseconds)
}

guard CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[2]), count > 1 else {
    fail("usage: hosted bare|host COUNT FOLDER")
}
do {
    try measure(CommandLine.arguments[1], count: count, folder: CommandLine.arguments[3])
} catch {
    fail("\(error)")
}

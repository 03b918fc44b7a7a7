internal import Glibc
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// A `slipwayd` that frames are sent to.
final class FuzzedDaemon {
    /// The most memory that it may use, in kilobytes.
    private static let memoryLimit = 96 * 1024

    let socket: String
    private let folder: String
    private let process: ChildProcess
    private var isGone = false

    private var log: String { "\(folder)/log" }

    /// Starts it; returns once it serves and all required operations have ended: cancelling one of
    /// those would rightly end the launch.
    init(_ program: String) throws(Broken) {
        folder = Files.temporaryFolder()
        socket = "\(folder)/socket"
        Files.write(Self.configuration, to: "\(folder)/fuzzed.yaml")
        let arguments = ["--config", "\(folder)/fuzzed.yaml", "--socket", socket]
        guard let process = ChildProcess(program, arguments, output: "\(folder)/log") else {
            Files.remove(folder: folder)
            throw Broken("cannot start \(program); build it first")
        }
        self.process = process
        let hasStarted: Bool? = poll(for: .seconds(10)) {
            (try? status()["operations"]?["running"]) == 1 ? true : nil
        }
        if hasStarted == nil { throw failure("did not start") }
        identifier = process.identifier
        // Its reapers come before it, each with one child.
        while Files.text("/proc/\(identifier)/comm") == "slipway-reaper\n" {
            let children = Files.text("/proc/\(identifier)/task/\(identifier)/children")
            guard let child = children.split(separator: " ").first.flatMap({ pid_t($0) }) else {
                throw failure("has no process")
            }
            identifier = child
        }
    }

    deinit {
        if !isGone { _ = process.kill() }
        Files.remove(folder: folder)
    }

    /// Its own process, which is not the one that was started: that is a reaper.
    private(set) var identifier: pid_t = 0

    /// Checks that it answers a new connection within a second, and has not grown.
    ///
    /// - Returns: The memory that it uses, in kilobytes.
    func check() throws(Broken) -> Int {
        do throws(ControlClientError) {
            _ = try status()
        } catch {
            throw failure("GetStatus: \(error)")
        }
        let memory = residentMemory(of: identifier)
        guard memory < Self.memoryLimit else { throw failure("uses \(memory) kB") }
        return memory
    }

    /// Asks it to stop, checks for status 0, and checks its output.
    func stop() throws(Broken) {
        kill(identifier, SIGTERM)
        guard let end = process.end(within: .seconds(10)) else {
            throw failure("SIGTERM did not end it within 10 s")
        }
        isGone = true
        guard end == .status(0) else { throw failure("SIGTERM ended it with \(end)") }
        for line in Files.text(log).split(separator: "\n") {
            try Shown.check(message: String(line))
        }
    }

    /// The fault, with the daemon's last output.
    func failure(_ reason: String) -> Broken {
        var reason = reason
        if !isGone, let end = process.end(within: .zero) {
            isGone = true
            reason += "; it ended with \(end)"
        }
        let lines = Files.text(log).split(separator: "\n").suffix(5)
        return Broken("slipwayd: \(reason); its log: \(lines.joined(separator: " | "))")
    }

    private func status() throws(ControlClientError) -> JSON {
        let reply = try ControlClient(path: socket).answer(
            to: Method.GetStatus(),
            timeout: .seconds(1)
        )
        return reply["status"] ?? .null
    }

    /// `slow` keeps the launch from being ready until a call cancels it.
    private static let configuration = """
        name: fuzzed
        grace: 2s
        queues:
          authentication: { width: 1 }
        operations:
          sdk-init: { queue: main, sleep: 1ms }
          user-data: { sleep: 2ms }
          feature-toggles: { requires: [sdk-init], sleep: 1ms }
          slow: { optional: true, sleep: 8760h }
        actions:
          open-url:
            requires: [user-data, feature-toggles]
            queue: main
            exec: ["true", "${payload.url}"]
            parameters: { url: { type: string, format: uri, required: true } }
            expires: 30s
          rest:
            queue: authentication
            sleep: 1ms
          everything:
            sleep: 0s
            parameters:
              text: { type: string, maxLength: 100 }
              whole: { type: integer }
              part: { type: number }
              twice: { type: boolean }
              deep: { type: object }
              many: { type: array }
          late:
            requires: [slow]
            sleep: 1ms

        """
}

internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwaySystem

/// Finds out whether the process is ready, and later whether it is alive.
extension Program {
    func waitUntilReady(_ socket: SocketAddress?, _ run: Int) {
        switch definition.ready {
        case .started: handle(.ready)
        // The machine waits until that time is over.
        case .settled: break
        case .notify: handle(.lacks("has not said READY=1 (sd_notify)"))
        case .socket(let path):
            probe = socket.map { address in
                SocketProbe(address, of: isHanded(path) ? nil : child?.tree) { [self] failure in
                    guard run == self.run else { return }
                    guard let failure else { return handle(.ready) }
                    handle(.lacks("accepts no connection at socket '\(path)': \(failure)"))
                }
            }
        case .check(let check, let pause): probe(check, every: pause, run)
        case .line(let text):
            handle(.lacks("has written no line with '\(text)'"))
            child?.onLine = { [self] line in
                guard line.contains(text) else { return }
                child?.onLine = nil
                hasWrittenLine = true
                // The line is passed on before anything follows from it.
                Loop.post { if run == self.run { self.seeLine() } }
            }
        }
    }

    /// Tells the machine that the process is ready, if it has written the line that says so.
    func seeLine() {
        guard hasWrittenLine else { return }
        hasWrittenLine = false
        handle(.ready)
    }

    /// Asks again and again whether the process is ready.
    private func probe(
        _ check: @escaping ProgramDefinition.HealthCheck,
        every pause: Duration,
        _ run: Int
    ) {
        checking = Task {
            let failure = await check()
            Loop.post { [self] in
                // The process may be ending.
                guard run == self.run, checking != nil else { return }
                checking = nil
                guard let failure else { return handle(.ready) }
                handle(.lacks("is not ready: \(failure)"))
                probing = Timer(after: pause) { [self] in probe(check, every: pause, run) }
            }
        }
    }

    /// Tells whether the program was given a listening socket with this path: then another process
    /// has made it listen.
    private func isHanded(_ path: String) -> Bool {
        // The path of each socket may lead over a link, such as `/var/run`.
        guard let file = FileIdentity(at: path) else { return false }
        return definition.command.sockets.contains { socket in
            SocketAddress.path(of: socket.descriptor).flatMap { FileIdentity(at: $0) } == file
        }
    }

    func stopChecking() {
        checking?.cancel()
        checking = nil
        probing?.cancel()
        probing = nil
        probe?.cancel()
        probe = nil
    }

    func check() {
        guard let check = definition.check else { return }
        let run = run
        child?.beginQuestion()
        checking = Task {
            let failure = await check()
            Loop.post { [self] in
                guard run == self.run else { return }
                child?.endQuestion()
                handle(.checked(failure))
            }
        }
    }
}

extension ProgramReadiness<String, ProgramDefinition.HealthCheck> {
    /// The address of the socket that is to accept; `nil` if there is none.
    func address() throws(ChildFailure) -> SocketAddress? {
        guard case .socket(let path) = self else { return nil }
        guard let address = SocketAddress(unix: path) else {
            throw .notStarted(
                "its socket's path is longer than \(SocketAddress.longestPath) bytes: '\(path)'"
            )
        }
        return address
    }
}

internal import SlipwayHost
internal import SlipwayProcess
internal import SlipwaySystemd

extension HostLog {
    /// The destination of children's lines: the same as that of the daemon's own entries.
    var destinationOfOutput: OutputDestination {
        switch journal.destination {
        case .native: .journal(socket: "/run/systemd/journal/socket")
        case .stream(let descriptor): .stream(descriptor)
        case .lines(let descriptor): .lines(descriptor)
        }
    }
}

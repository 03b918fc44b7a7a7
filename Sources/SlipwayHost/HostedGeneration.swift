package import Slipway
internal import SlipwayStore
package import SlipwaySystemd

/// One launch of a service, with the reporters that are told of it.
package struct HostedGeneration: Sendable {
    package let generation: CurrentLaunch.Generation
    /// Tells the service manager.
    package let systemd: SystemdReporter
    let news: LaunchNews
    let journal: JournalReporter

    package var launch: Launch { generation.launch }
    /// The number of the launch in its service, from 1.
    package var number: Int { generation.number }

    /// The observers of the launch, in this order: systemd, the callers at the sockets, the journal.
    package var reporters: [any LaunchReporter] { [systemd, news, journal] }
}

extension ActionStore {
    /// Answers a launch that takes these kinds of action.
    func serve(_ launch: Launch, _ kinds: any ActionKinds) {
        serve(launch) { kind, payload throws(Failure) in try kinds.stored(kind, payload) }
    }
}

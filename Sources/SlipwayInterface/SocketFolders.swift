internal import Glibc
package import SlipwaySystem

/// The two folders in which the services of one owner have their sockets, each with one folder per service.
package struct SocketFolders: Hashable, Sendable {
    /// The folder of the control sockets.
    package let control: String
    /// The folder of the observing sockets.
    package let observing: String

    /// The end of the name of the lock beside a socket that a daemon has made itself.
    package static let lockEnding = ".lock"

    /// The folders within a folder for sockets: `/run`, or that of a user's session.
    package init(in folder: String) {
        control = "\(folder)/slipway"
        observing = "\(folder)/slipway-run"
    }

    /// The folders within a folder for what outlives programs, where `slipway` has the state of
    /// services.
    private init(inState folder: String) {
        control = "\(folder)/slipway-control"
        observing = "\(folder)/slipway-run"
    }

    /// The folders of a user's services; a new service uses the first.
    ///
    /// The first are in the folder of the session. Without a session, as after `su` and in
    /// containers, there are only those in the folder for state.
    ///
    /// With a session both are returned, since a service may have been started outside of it.
    ///
    /// - Parameters:
    ///   - folders: The user's.
    ///   - user: The user; root's services without a session are the machine's.
    /// - Returns: At most two.
    package static func ofUser(_ folders: UserFolders, _ user: UInt32 = geteuid())
        -> [SocketFolders]
    {
        let outside = user == 0 ? nil : folders.state
        return [folders.runtime.map { Self(in: $0) }, outside.map { Self(inState: $0) }].compactMap
        { $0 }
    }

    /// The path of a control socket.
    package func controlSocket(of service: String) -> String {
        "\(control)/\(service)/\(LaunchInterface.name)"
    }

    /// The path of an observing socket.
    package func observingSocket(of service: String) -> String {
        "\(observing)/\(service)/\(LaunchInterface.name)"
    }
}

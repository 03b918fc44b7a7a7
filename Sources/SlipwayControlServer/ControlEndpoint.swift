/// Where a ``ControlServer`` listens.
package enum ControlEndpoint: Hashable, Sendable {
    /// A Unix stream socket that listens already, from systemd: served, and never unlinked. The
    /// server owns the descriptor, unless it cannot start.
    case inherited(Int32)
    /// A path that the server binds, with mode 0660, and removes again. A lock beside it, a file
    /// with `.lock` at the end of its name, keeps a second daemon away.
    case path(String)
}

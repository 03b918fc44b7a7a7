/// The name of a service, which is the name of a folder with its sockets too.
package enum ServiceName {
    /// Why a name cannot be that of a service; `nil` if it can.
    package static func fault(of name: String) -> String? {
        if name.isEmpty { return "a name has at least one letter" }
        if name.contains("\0") { return "a name has no NUL character" }
        if name.contains(where: { "*?[\\".contains($0) }) { return "a name is no pattern" }
        let isPath = name.contains("/") || name == "." || name == ".."
        return isPath ? "a name is no path" : nil
    }
}

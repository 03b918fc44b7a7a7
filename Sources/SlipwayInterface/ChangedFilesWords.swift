internal import Slipway

/// The words for a configuration that is not as it was loaded, in the daemon's log and in the command's output.
package enum ChangedFilesWords {
    /// The fact alone, without a name.
    package static let fact = "the configuration has changed since it was loaded"

    /// The most files that are named.
    private static let limit = 3

    /// The fact, with the first of the files: `…: /etc/slipway/web.yaml and 2 more`.
    package static func words(_ files: [String]) -> String {
        let more = files.count > limit ? " and \(files.count - limit) more" : ""
        return "\(fact): \(files.prefix(limit).joined(separator: ", "))\(more)"
    }

    /// The fact with the files, and the remedy.
    package static func advice(_ files: [String]) -> String {
        "\(words(files)); 'slipway reload' brings it in"
    }
}

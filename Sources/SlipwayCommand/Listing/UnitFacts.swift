internal import Slipway
internal import SlipwaySystem

/// The facts that systemd tells of one unit.
struct UnitFacts: Hashable {
    /// The name of the service, which is that of the instance.
    let app: String
    /// The unit's name.
    let id: String
    let state: UnitState.State
    /// The instant at which the unit came into that state; `nil` if that is not known.
    let since: Instant?
    /// The main process of the unit; `nil` while there is none.
    let pid: Int32?
    /// Why the last launch of the unit failed; `nil` if it did not fail, or has not said why.
    var lastWords: LastWords?

    /// The properties that ``read(_:)`` reads of each unit.
    static let properties =
        ["Id", "MainPID", "StateChangeTimestampMonotonic"] + UnitState.propertiesOfState

    /// Reads what `systemctl show` prints.
    ///
    /// - Parameter text: A paragraph for each unit.
    /// - Returns: The services that there are, and the names of those for which a socket unit
    ///   listens.
    static func read(_ text: String) -> (services: [UnitFacts], listening: Set<String>) {
        var (services, listening): ([UnitFacts], Set<String>) = ([], [])
        // A unit that was asked for both by its name and by a pattern is there twice.
        var seen: Set<String> = []
        for unit in UnitProperties.all(in: text) {
            guard let id = unit["Id"].map(String.init), unit["LoadState"] != "not-found",
                seen.insert(id).inserted
            else { continue }
            if let app = instance(id, ".socket") {
                if unit["SubState"] == "listening" { listening.insert(app) }
            } else if let app = instance(id, ".service") {
                let since = unit["StateChangeTimestampMonotonic"].flatMap { Int64($0) } ?? 0
                let pid = unit["MainPID"].flatMap { Int32($0) } ?? 0
                services.append(
                    UnitFacts(
                        app: app,
                        id: id,
                        state: UnitState.state(unit),
                        since: since > 0 ? Instant(nanoseconds: since * 1000) : nil,
                        pid: pid > 0 ? pid : nil,
                        lastWords: LastWords(of: unit)
                    )
                )
            }
        }
        return (services, listening)
    }

    /// `shop` of `slipway@shop.service`; `nil` for another unit.
    private static func instance(_ id: String, _ suffix: String) -> String? {
        let prefix = "slipway@"
        guard id.hasPrefix(prefix), id.hasSuffix(suffix) else { return nil }
        let name = id.dropFirst(prefix.count).dropLast(suffix.count)
        return name.isEmpty ? nil : String(name)
    }
}

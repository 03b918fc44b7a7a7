internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations

extension ConfiguredGraph {
    /// The longest time that the daemon may take for what its launch leaves behind: processes that
    /// do not end, senders that do not read, a slow disk.
    private static let afterwards = Duration.seconds(15)

    /// The limits of a unit that are shorter than what the configuration may take, each with what a
    /// drop-in must set.
    func shortLimits(
        of limits: UnitLimits,
        _ unit: String,
        _ file: String
    ) -> [ConfigurationFault] {
        let stop =
            Launch(graph).report.longestEnd + configuration.grace + Self.afterwards
        return [
            ("TimeoutStartSec", limits.start, configuration.deadline + stop),
            ("TimeoutStopSec", limits.stop, stop),
        ].compactMap { name, limit, needed in
            guard let limit, limit < needed else { return nil }
            let systemctl = limits.owner.systemctl.joined(separator: " ")
            return warning(name, limit, needed, unit, file, systemctl)
        }
    }

    private func warning(
        _ name: String,
        _ limit: Duration,
        _ needed: Duration,
        _ unit: String,
        _ file: String,
        _ systemctl: String
    ) -> ConfigurationFault {
        let seconds = Int(needed.components.seconds) + 1
        let what =
            name == "TimeoutStartSec"
            ? "a start with all its deadlines and graces" : "a stop with all its graces"
        return ConfigurationFault(
            file: file,
            key: name == "TimeoutStartSec" ? "deadline" : "grace",
            reason:
                "\(what) may take \(needed.timespan), but \(name) of unit '\(unit.printable)' is "
                + "\(limit.timespan): if '\(systemctl) daemon-reload' runs meanwhile, systemd ends "
                + "the service at that limit; to raise it: '\(systemctl) edit \(unit.printable)' "
                + "with '[Service]' and '\(name)=\(seconds)s'"
        )
    }
}

internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayProcess
internal import SlipwaySystem

extension HostAndPort {
    /// Why no connection is accepted; `nil` if one is.
    ///
    /// Tries every address of the name, each for its share of the time that is left: a silent one leaves the
    /// others theirs. The reason is the failure of the first one, or of one that could not be asked: that may
    /// be the one that accepts.
    func connectionFailure(within limit: Duration) async throws(CancellationError) -> CheckFailure?
    {
        let time = TryTime(limit)
        let addresses: [SocketAddress]
        do {
            addresses = try await NameLookup.shared.addresses(of: self, in: time)
        } catch let failure as LookupFailure {
            return CheckFailure(failure.reason, isShortage: failure.isShortage)
        } catch {
            throw CancellationError()
        }
        var failure: CheckFailure?
        for (index, address) in addresses.enumerated() {
            let share = time.rest / (addresses.count - index)
            guard share > .zero else { break }
            guard let reason = try await address.connectionFailure(within: share) else {
                return nil
            }
            if failure.map({ reason.isShortage && !$0.isShortage }) ?? true { failure = reason }
        }
        return failure ?? CheckFailure("'\(host.name)' has no address")
    }
}

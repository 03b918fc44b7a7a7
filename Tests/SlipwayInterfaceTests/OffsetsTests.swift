import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

struct OffsetsTests {
    /// An action may have been accepted while the machine's clock showed 1970.
    @Test(arguments: [Calendar.dates.lowerBound, 3_600_000_000, Calendar.dates.upperBound])
    func everyDateCanBeReadBack(microseconds: Int64) throws {
        let instant = Calendar.now.instant(of: .microseconds(microseconds))
        let offsets = Offsets(processStart: .now)
        let read = try InstantType.instant.read(InstantType.instant.json(instant, offsets), offsets)
        #expect(read.duration(to: instant) < .microseconds(1))
        #expect(read <= instant || instant.duration(to: read) < .microseconds(1))
    }
}

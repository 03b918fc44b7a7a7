import Glibc
import SlipwayConfiguration
import SlipwaySystemd
import Testing

@testable import SlipwayDaemon

/// The status with which a daemon ends that cannot read its configuration.
struct ConfigurationStatusTests {
    /// After 78 systemd never tries again.
    @Test(
        arguments: [
            (EMFILE, 1), (ENFILE, 1), (ENOMEM, 1), (EIO, 1),
            (ENOENT, 78), (EACCES, 78), (EISDIR, 78),
        ] as [(Int32, Int32)]
    )
    func seventyEightIsForWhatAPersonMustChange(number: Int32, status: Int32) {
        let faults = ConfigurationFaults(unreadable: "/etc/slipway/shop.yaml", errno: number)
        let fault = StartFault.configuration(faults)
        #expect(fault.exitStatus == status)
        #expect(fault.errorNumber == number)
        #expect(fault.faults == [faults.description])
        #expect((faults.failureOfMachine != nil) == (status == 1))
    }
}

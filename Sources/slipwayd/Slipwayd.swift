import Glibc
import Slipway
import SlipwayDaemon
import SlipwaySystem
import SlipwayUsage

/// The daemon's entry point: synchronous, so that its thread can be the main queue.
@main
enum Slipwayd {
    static func main() {
        do throws(UsageError) {
            if let fault = ProcessArguments.fault { throw UsageError(fault) }
            switch try Arguments(ProcessArguments.all) {
            case .help: exit(StandardOutput.print(DaemonUsage.text))
            case .version: exit(StandardOutput.print("slipwayd \(DaemonProcess.version)"))
            case .run(let options):
                // Not `exit`: other threads still run, and may use what libraries would take down.
                _exit(DaemonProcess.run(options))
            }
        } catch {
            let text = "slipwayd: \(error.message.printable)\n\(DaemonUsage.text)\n"
            _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            DaemonProcess.refuseSenders(commandLine: error.message)
            exit(EX_USAGE)
        }
    }
}

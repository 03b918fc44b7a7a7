import Glibc
import NIOCore
import NIOPosix

// The backend that the storefront example talks to: a stand-in for the services that a real
// storefront needs, so that the example runs offline.

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    print("storefront-backend: \(error)\n\(Options.usage)", to: STDERR_FILENO)
    exit(64)
}

// SIGTERM and SIGINT are waited for below; threads started from here on leave them to this one.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGTERM)
sigaddset(&signals, SIGINT)
pthread_sigmask(SIG_BLOCK, &signals, nil)

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
do {
    let channel = try listen(at: options.address, on: group, delay: options.delay).wait()
    print("listening on \(description(of: channel, options.address))", to: STDOUT_FILENO)
} catch {
    print("storefront-backend: cannot listen on \(options.address): \(error)", to: STDERR_FILENO)
    exit(1)
}

var received: Int32 = 0
sigwait(&signals, &received)
try group.syncShutdownGracefully()
if case .socket(let path) = options.address { unlink(path) }

/// Where clients connect: the port that was taken, which port 0 leaves open.
func description(of channel: any Channel, _ address: Options.Address) -> String {
    switch address {
    case .port: "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    case .socket(let path): path
    }
}

/// Writes a line at once: whoever started this may be reading from a pipe.
func print(_ line: String, to descriptor: Int32) {
    _ = (line + "\n").withCString { write(descriptor, $0, strlen($0)) }
}

import Glibc
import SlipwaySystem

// The backend of the storefront example: stands in for real services, so that the example runs
// offline.

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    print("storefront-backend: \(error)\n\(Options.usage)", to: STDERR_FILENO)
    exit(64)
}

// sigwait below takes SIGTERM and SIGINT; threads started from here on have them blocked.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGTERM)
sigaddset(&signals, SIGINT)
pthread_sigmask(SIG_BLOCK, &signals, nil)

do {
    let listener = try Listener(at: options.address)
    try listener.serve(delay: options.delay)
    print("listening on \(listener.place)", to: STDOUT_FILENO)
} catch {
    print("storefront-backend: cannot listen on \(options.address): \(error)", to: STDERR_FILENO)
    exit(1)
}

var received: Int32 = 0
sigwait(&signals, &received)
if case .socket(let path) = options.address { unlink(path) }

/// Writes a line at once: the process that started this may read it from a pipe.
func print(_ line: String, to descriptor: Int32) {
    _ = (line + "\n").withCString { write(descriptor, $0, strlen($0)) }
}

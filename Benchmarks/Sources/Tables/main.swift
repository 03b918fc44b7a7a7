// Prints the tables of README.md as Markdown on standard output, and progress on standard error.
//
//     tables [TABLE]... [--sizes N,N...] [--shapes NAME,NAME...] [--engines NAME,NAME...]
//         [--repetitions N] [--limit SECONDS]
//
// TABLE is one of verify, engines, cold, launches, repeated, sleepers, hop, check, breakdown; default:
// all of them.
// With `measure …` this program starts itself for a single measurement.

internal import Engines
internal import Glibc

/// Prints an error and ends the program.
func giveUp(_ message: String, status: Int32) -> Never {
    writeError("tables: \(message)\n")
    exit(status)
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "measure" {
    do {
        Figures.write(try Measurement.take(Array(arguments.dropFirst())))
    } catch {
        giveUp("\(error)", status: 1)
    }
    // Nothing is freed: freeing a million operations is not part of the measurement.
    _exit(0)
}

do throws(UsageError) {
    let options = try Options(arguments)
    print("\(Machine.description)")
    for table in options.tables {
        table.write(options)
        fflush(nil)
    }
} catch {
    giveUp(error.description, status: 64)
}

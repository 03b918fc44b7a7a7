// Measures Foundation's engine for `tables`, which starts this with its own arguments:
//
//     tables-foundation measure operation-queue SHAPE COUNT [MODE]

internal import Engines
internal import Glibc

do {
    let measurement = try EngineMeasurement(Array(CommandLine.arguments.dropFirst(2))) {
        OperationQueueEngine($0, $1, width: $2)
    }
    Figures.write(try measurement.take())
    // Nothing is freed: freeing a long chain of operations overflows the stack.
    _exit(0)
} catch {
    print(error)
    exit(64)
}

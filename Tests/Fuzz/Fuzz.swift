internal import Glibc

/// Passes mutated inputs to everything that takes input from outside: `fuzz WHAT [OPTION]…`.
///
/// Prints one line for each input that breaks a promise, with the command that repeats it, and a
/// summary; status 1 if there is one.
@main
enum Fuzz {
    static func main() async {
        do throws(UsageError) {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            guard let path = options.progress else { exit(Supervisor(options).run()) }
            exit(await Worker(options, Progress(at: path)).run())
        } catch {
            print("fuzz: \(error.message)\n\(Options.usage)")
            exit(EX_USAGE)
        }
    }
}

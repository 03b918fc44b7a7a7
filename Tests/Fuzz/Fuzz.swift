internal import Glibc

/// Hands mutated inputs to everything that takes input from outside: `fuzz WHAT [OPTION]…`.
///
/// One line for each input that breaks a promise, with how to repeat it, and a summary; status 1 if
/// there is any.
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

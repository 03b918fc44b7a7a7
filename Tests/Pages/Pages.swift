/// Prints a page that is made of the configuration's keys: `make pages` writes each into its file.
@main
enum Pages {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "schema": print(ConfigurationSchema.text)
        case "manual": print(ConfigurationManual.text)
        default: print("usage: pages schema|manual")
        }
    }
}

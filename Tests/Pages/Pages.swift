/// Prints a page that is made of something else: `make pages` writes each into its file.
///
/// The schema and the manual are made of the configuration's keys, the pictures of a configuration.
@main
enum Pages {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.dropFirst().first) {
        case ("schema", nil): print(ConfigurationSchema.text)
        case ("manual", nil): print(ConfigurationManual.text)
        case ("launch", let file?): print(try StorefrontPictures(file).launch)
        case ("graph", let file?): print(try StorefrontPictures(file).graph)
        default: print("usage: pages schema|manual|launch FILE|graph FILE")
        }
    }
}

/// Key `reload`: how a program takes in files that have changed without a restart.
package struct ReloadSpecification: Hashable, Sendable {
    /// The signal for a reload, one of ``SignalWord/reloads``.
    package var signal = SignalWord.hup
    /// The files that the program reads itself.
    package var files: [Template] = []
}

extension ReloadSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "reload",
            title: "Reloads",
            summary: "The signal that makes a program read its files again."
        )
    }

    static func read(_ keys: inout Keys) -> ReloadSpecification? {
        var reload = ReloadSpecification()
        let signal = keys.field(
            "signal",
            Kind.signal(SignalWord.reloads).type(),
            .required
        )
        .means(
            "The signal that its main process gets once the new generation is in service.",
            example: "HUP"
        )
        keys.read("files", &reload.files, .chosenFiles, usual: "none")
            .means(
                "Files that the program reads itself, and folders with all in them; never from a payload or a "
                    + "value. The content counts, beyond 1 MiB of a file and 16 MiB of a folder its size and "
                    + "time, and each is compared with what it was when the program became ready. A pipe or "
                    + "a device, and a folder with more than 4096 files, is a fault. What a `write` puts there "
                    + "counts, too: that one alone does not make the program start again.",
                example: "[/etc/shop/web.conf]"
            )
        guard let signal else {
            keys.report("has no signal; add signal: HUP")
            return nil
        }
        guard let choice = keys.decoder.choice(signal, among: SignalWord.reloads) else {
            return nil
        }
        reload.signal = choice
        return reload
    }
}

extension Kind where Value == [Template] {
    /// Paths of files that the configuration and its environment choose.
    fileprivate static var chosenFiles: Kind {
        let file = Kind<Template>.chosenFile()
        return Kind(.list("[absolute paths](#values-in-texts)", of: file.type())) {
            decoder,
            field in
            decoder.list(field, expected: "a list of files, such as [/etc/shop/web.conf]")?
                .compactMap { file.read(decoder, $0) }
        }
    }
}

# Slipway. `make` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
# The package manager passes traits in the order of a hash. Unless that is always the same, the next plan compiles
# everything anew.
PLANNED := SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT)
BUILD := $(PLANNED) build
PREFIX ?= /usr
DESTDIR ?=
# The folder with the programs for `install`, `deb`, `dist` and `demo`.
BIN ?= .build/release
# How `install` takes the symbols of a program away; empty to keep them.
STRIP ?= -s
# The date of the manual pages.
SOURCE_DATE_EPOCH ?= $(shell packaging/version --date)
# Half of a large program's start-up time is its relocations and its symbol table: a fixed address,
# no exported symbols, and a static C++ library (the shared one resolves 2,400 symbols of its own
# each time) avoid them. Types are reached by their accessors: to find one by its name, Swift's
# runtime reads all 6,600 conformances of the program. `make benchmark` shows the difference.
STATIC := $(CURDIR)/.build/static
# The functions that lie side by side, since a start runs them; empty until `make order`.
ORDER := .build/start-order.txt
RELEASE := --configuration release --static-swift-stdlib --disable-local-rpath \
	-Xlinker -no-pie -Xlinker --version-script=packaging/executable.map \
	-Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering \
	-Xswiftc -use-ld=lld -Xswiftc -L -Xswiftc $(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections
PRODUCTS := slipwayd slipway storefront-backend
ARTICLES := Sources/Slipway/Documentation.docc

# The packages that a bare Debian machine with a Swift toolchain lacks for building and for every test.
BUILD_PACKAGES := ca-certificates git libc6-dev libcurl4-openssl-dev libsqlite3-dev libstdc++-12-dev libsystemd-dev libyaml-dev \
	pkg-config
# redis-server is for an example, which runs it itself; mandoc makes HTML of the manual pages; librsvg2-bin shows the
# pictures as a viewer does that is no browser.
SITE_PACKAGES := mandoc python3 python3-venv
TEST_PACKAGES := curl desktop-file-utils librsvg2-bin nodejs openssl procps redis-server systemd util-linux $(SITE_PACKAGES)
# debootstrap makes the bare systems of some, strace lets system calls fail; in lives openssl makes the certificates, and
# programs say by systemd-notify that they are ready.
CAMPAIGN_PACKAGES := debootstrap openssl procps python3 strace systemd util-linux
ORDER_PACKAGES := binutils valgrind
WEIGHT_PACKAGES := $(ORDER_PACKAGES) python3
DEB_PACKAGES := debhelper dpkg-dev xz-utils
# What root does to a device in a test or a campaign is not done to the machine's: each of them runs by this.
OWN_DEV := Tests/own-dev
# Each campaign gives itself one, too, if it is started by hand.
CAMPAIGN := Tests/Campaigns/run
PYTHON_TOOLS := .build/python
# The reference client of Varlink, a validator for the schema, OpenTelemetry's definitions, and a reader of Markdown.
PYTHON_PACKAGES := varlink==31.0.0 jsonschema==4.26.0 opentelemetry-proto==1.45.2 markdown-it-py==4.3.0
# A command that makes the folder anew when it has other packages than these.
SETUP_PYTHON := [[ "$$(cat $(PYTHON_TOOLS)/.complete 2>/dev/null)" == "$(PYTHON_PACKAGES)" ]] || { \
	python3 -m venv --clear $(PYTHON_TOOLS) && \
	$(PYTHON_TOOLS)/bin/python -m pip install --quiet $(PYTHON_PACKAGES) && \
	echo "$(PYTHON_PACKAGES)" >$(PYTHON_TOOLS)/.complete; }

# Prometheus' own check of metrics. Its package would start a server: only this program is taken out of it.
PROMTOOL := .build/prometheus
SETUP_PROMTOOL := [[ -x $(PROMTOOL)/promtool ]] || { mkdir -p $(PROMTOOL) && cd $(PROMTOOL) && \
	{ apt-get download -qq prometheus 2>/dev/null || { apt-get update -qq && apt-get download -qq prometheus; }; } && \
	dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x --strip-components 3 ./usr/bin/promtool && \
	rm prometheus_*.deb; }

.PHONY: help
help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

.PHONY: setup
setup: ## install what building needs (Debian packages, when they are missing)
	@command -v $(SWIFT) >/dev/null || { echo 'no Swift toolchain in PATH; see https://www.swift.org/install' >&2; exit 1; }
	@packaging/require-packages $(BUILD_PACKAGES)

# Without root some tests cannot run: they report it and are skipped, except where CI is set.
.PHONY: setup-test
setup-test: setup
	@packaging/require-packages $(TEST_PACKAGES) || [[ -z $${CI:-} ]]
	@$(SETUP_PYTHON) || [[ -z $${CI:-} ]]
	@$(SETUP_PROMTOOL) || [[ -z $${CI:-} ]]

# Before the build, which takes minutes.
.PHONY: setup-campaign
setup-campaign: setup
	@packaging/require-packages $(CAMPAIGN_PACKAGES)

.PHONY: build
build: setup $(STATIC)/libstdc++.a $(ORDER) ## slipwayd, slipway and the demo's backend, optimised, in .build/release
	@for product in $(PRODUCTS); do $(BUILD) $(RELEASE) --product $$product; done

# The linker takes the first libstdc++ that it finds; this folder has no shared one.
$(STATIC)/libstdc++.a:
	@mkdir -p $(STATIC)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $@

$(ORDER):
	@mkdir -p $(@D)
	@touch $@

.PHONY: setup-order
setup-order: setup
	@packaging/require-packages $(ORDER_PACKAGES)

.PHONY: order
order: setup-order build ## the same programs as a release has them: the functions that a start runs lie side by side
	@$(MAKE) --no-print-directory .build/ordered

# It is older than the programs once they were built from other sources.
.build/ordered: $(PRODUCTS:%=.build/release/%)
	@packaging/start-order >$(ORDER).new
	@mv $(ORDER).new $(ORDER)
	@rm $^
	@for product in $(PRODUCTS); do $(BUILD) $(RELEASE) --product $$product; done
	@touch $@

.PHONY: demo
demo: build ## launch the storefront, send it an action too early, show where the time went
	@config/storefront/demo $(BIN)

# The engine's keep every processor busy, and come first. The others wait more than they work: they run beside each other,
# one test at a time in each. All run, and what failed of them is told at the end.
# As `swift test` runs them; two of that cannot read the database of the build at a time.
TEST := .build/debug/slipwayPackageTests.xctest --testing-library swift-testing
.PHONY: test
test: setup-test ## every test; those under a real systemd need root
	$(BUILD) --build-tests
	@$(OWN_DEV) Tests/repeat-failures \
		"$(TEST) --filter '^SlipwayTests\.'" \
		-- \
		"$(TEST) --no-parallel --filter '^SlipwayDaemonTests\.[A-R]'" \
		"$(TEST) --no-parallel --filter '^SlipwayDaemonTests\.' --skip '^SlipwayDaemonTests\.[A-R]'" \
		"$(TEST) --no-parallel --skip '^Slipway(DaemonTests\.|[P-Z])'" \
		"$(TEST) --no-parallel --filter '^Slipway[P-Z]' --skip '^SlipwayTests\.'"

# Whatever a machine once got for something else is not there: neither its packages nor its files.
.PHONY: test-bare
test-bare: ## every test of the last commit, in a bare Debian 12 with a Swift toolchain (root)
	@$(OWN_DEV) Tests/Bare/run make test

.PHONY: example
example: setup-test ## build the shop (a server and a database), and stop it while requests are in flight: each is answered
	$(BUILD) --package-path Sources/Examples/Shop --scratch-path .build/shop
	@$(OWN_DEV) Tests/Shop/run .build/shop/debug/Shop 3 && Tests/Shop/surface >Tests/Shop/tested

ROUNDS ?= 2000
SEED ?= 0

.PHONY: kills
kills: setup-campaign ## end the daemon in ROUNDS rounds (kill -9), and half as many (stops), while senders send: nothing may be lost
	$(BUILD) --product slipwayd
	@$(OWN_DEV) $(CAMPAIGN) kills --rounds $(ROUNDS)
	@$(OWN_DEV) $(CAMPAIGN) kills --rounds $$(($(ROUNDS) / 2)) --stops 70

.PHONY: what-if
what-if: setup-campaign ## make each operation of seven configurations really fail, hang, crawl or die: is it as slipway what-if says?
	$(BUILD) --product slipwayd
	$(BUILD) --product slipway
	@$(OWN_DEV) $(CAMPAIGN) what-if --bin .build/debug

.PHONY: reloads
reloads: setup-campaign ## reload from one random configuration to another in 200 rounds, in some of which the daemon is killed
	$(BUILD) --product slipwayd
	$(BUILD) --product slipway
	@$(OWN_DEV) $(CAMPAIGN) reloads --rounds 200 --bin .build/debug
	@$(OWN_DEV) $(CAMPAIGN) reloads --rounds 100 --kills 40 --bin .build/debug

.PHONY: storm
storm: setup-campaign ## kill, freeze and starve random programs in 400 rounds, in half of them as process 1 (root): what is left, and told?
	$(BUILD) --product slipwayd
	$(BUILD) --product slipway
	@$(OWN_DEV) $(CAMPAIGN) storm --rounds 200 --bin .build/debug
	@$(OWN_DEV) $(CAMPAIGN) storm --rounds 100 --seed 1000 --contained --bin .build/debug
	@$(OWN_DEV) $(CAMPAIGN) storm --rounds 100 --seed 2000 --delegated --bin .build/debug

LIVES ?=
LIFE_SECONDS ?= 120
LIFE_OPTIONS ?=
WORLD ?= foreground
# An emulated machine has no Swift runtime, and is slow.
LIFE_BIN := $(if $(filter machine,$(WORLD)),.build/release,.build/debug)

.PHONY: life
life: setup-campaign $(if $(filter machine,$(WORLD)),build) ## let services live through everything at once for two minutes (LIVES=N, SEED=N, WORLD=unit), and hold rules against all that is seen
	@[[ $(WORLD) == machine ]] || for product in $(PRODUCTS); do $(BUILD) --product $$product; done
	@$(OWN_DEV) Tests/Life/run --world $(WORLD) --bin $(LIFE_BIN) --seed $(SEED) $(if $(VM),--vm "$(VM)") $(LIFE_OPTIONS) \
		$(if $(LIVES),--lives $(LIVES),--seconds $(LIFE_SECONDS))

.PHONY: probes
probes: setup-campaign ## ask the probes 10,000 times while the service starts, is degraded, fails, reloads and stops: is each answer true?
	$(BUILD) --product slipwayd
	@$(OWN_DEV) $(CAMPAIGN) probes --bin .build/debug

.PHONY: powercuts
powercuts: setup-campaign build ## cut the power of a machine 20 times while actions run (VM=COMMAND boots it; see Tests/Campaigns/run powercuts --help)
	@$(OWN_DEV) $(CAMPAIGN) powercuts --vm "$(VM)"

.PHONY: limits
limits: setup-campaign build ## try the limits of programs in a machine whose kernel has them (VM=COMMAND boots it; see Tests/Campaigns/run limits --help)
	@$(OWN_DEV) $(CAMPAIGN) limits --vm "$(VM)"

.PHONY: container
container: setup-campaign build ## run the image of `make image` in namespaces of its own, with little memory and a root that is read-only (root)
	@$(OWN_DEV) $(CAMPAIGN) container --bin $(BIN)

.PHONY: inject
inject: setup-campaign ## let each system call of the daemon fail in turn, and give it few descriptors: it ends with a word
	$(BUILD) --product slipwayd
	@$(OWN_DEV) $(CAMPAIGN) inject
	@$(OWN_DEV) $(CAMPAIGN) inject --descriptors --first 8 --last 40

SEEDS ?= 1000000
FIRST ?= 0

.PHONY: explore
explore: setup ## a million random launches, and lives of actions (SEEDS=1 FIRST=N shows one of them)
	@$(BUILD) --package-path Tests/Explore --configuration release -Xswiftc -enable-testing
	@$(OWN_DEV) Tests/Explore/.build/release/explore $(SEEDS) $(FIRST)
	@$(OWN_DEV) Tests/Explore/.build/release/explore actions $(SEEDS) $(FIRST)

.PHONY: successions
successions: setup $(ORDER) ## a million random reloads in virtual time (SEEDS=1 FIRST=N shows one of them)
	@$(BUILD) $(RELEASE) --product successions
	@SWIFT_DETERMINISTIC_HASHING=1 $(OWN_DEV) .build/release/successions $(SEEDS) $(FIRST)

FRAMES ?= 1000000
URLS ?= 100000
CONFIGURATIONS ?= 100000

# In its own network namespace: a mutated URL may name any host.
.PHONY: fuzz
fuzz: setup-campaign build ## a million mutated calls, 100,000 URLs and configurations (SEED=1 for others)
	@$(BUILD) $(RELEASE) --product fuzz
	@$(OWN_DEV) .build/release/fuzz configurations --seed $(SEED) --count $(CONFIGURATIONS)
	@$(OWN_DEV) Tests/Fuzz/isolated .build/release/fuzz urls --seed $(SEED) --count $(URLS)
	@$(OWN_DEV) .build/release/fuzz frames --seed $(SEED) --count $(FRAMES) --programs .build/release

LAUNCHES_WITH_FAULTS ?= 1000

.PHONY: faults
faults: setup-campaign build ## 1,000 launches with random faults in one process, which must leave nothing (root)
	@$(BUILD) $(RELEASE) --product faults
	@$(OWN_DEV) $(CAMPAIGN) faults --launches $(LAUNCHES_WITH_FAULTS) --seed $(SEED)

LAUNCHES ?= 2000

.PHONY: sanitize
sanitize: setup ## 2,000 random launches on real threads, watched by the thread sanitizer
	@$(BUILD) --package-path Tests/Explore --scratch-path Tests/Explore/.build/sanitized \
		--configuration release -Xswiftc -enable-testing --sanitize=thread
	@TSAN_OPTIONS=suppressions=Tests/Explore/suppressions $(OWN_DEV) \
		Tests/Explore/.build/sanitized/release/explore threads $(LAUNCHES) $(FIRST)

.PHONY: benchmark
benchmark: order ## start-up and memory of the programs, and what starting others costs (two minutes)
	@$(OWN_DEV) Benchmarks/Startup/run $(BIN)

.PHONY: benchmark-all
benchmark-all: setup-campaign benchmark ## also control socket, engines, graph check, main queue (a quarter of an hour)
	@$(OWN_DEV) Benchmarks/Control/run $(BIN)
	@$(OWN_DEV) Benchmarks/Actions/run --folder .build $(BIN)
	@for product in tables tables-foundation; do $(BUILD) --package-path Benchmarks \
		--configuration release --static-swift-stdlib --product $$product; done
	@$(OWN_DEV) Benchmarks/.build/release/tables
	@$(PLANNED) package --package-path Benchmarks benchmark --no-progress

# Before the builds, which take minutes.
.PHONY: setup-weight
setup-weight: setup
	@packaging/require-packages $(WEIGHT_PACKAGES)

.PHONY: build-growth
build-growth: setup-weight order
	@$(BUILD) $(RELEASE) --product growth

.PHONY: weight
weight: build-growth ## what a start, a command, an operation weigh, whatever else runs: instructions, threads, bytes; fails above Benchmarks/Weight/bounds
	@$(OWN_DEV) Benchmarks/Weight/run --bin $(BIN) $(if $(WRITE),--write)

.PHONY: growth
growth: build-growth ## how the work grows with a plan, in instructions: fails where twice as much takes 2.3 times (five minutes)
	@$(OWN_DEV) Benchmarks/Growth/run

# The folder of the site, and the path that a server will show it at, such as slipway/docs; empty for its root.
DOCS ?= .build/docs
DOCS_BASE ?=
MODULES := Slipway SlipwaySystemd SlipwayHost SlipwayClient SlipwayReport SlipwayPictures SlipwayTesting SlipwayServiceLifecycle \
	SlipwayMetrics SlipwayTracing
# What can be read as files, without JavaScript. The types of the library stay, if `make docs` has made them.
.PHONY: site
site: setup ## the pages, the manual and the library's articles as one site in .build/docs (DOCS=FOLDER), its links checked
	@packaging/require-packages $(SITE_PACKAGES)
	@$(SETUP_PYTHON)
	$(BUILD) --product slipway
	@$(PYTHON_TOOLS)/bin/python docs/site/build --bin .build/debug --output "$(DOCS)"
	@echo "open $(DOCS)/index.html"

.PHONY: docs
docs: setup ## the same with the library's types, which need a server
	$(BUILD)
	@docs/site/library .build/debug "$(DOCS)" "$(patsubst /%,%,$(DOCS_BASE)/library)" $(MODULES)
	@$(MAKE) --no-print-directory site
	@echo "for the types of the library: python3 -m http.server --directory $(DOCS)"

.PHONY: pages
pages: setup ## only the schema, the manual, and the README's pictures: config/slipway.schema.json, docs/CONFIGURATION.md, docs/*.svg
	$(BUILD) --product pages
	@.build/debug/pages schema >.build/page && cp .build/page config/slipway.schema.json
	@.build/debug/pages manual >.build/page && cp .build/page docs/CONFIGURATION.md
	@.build/debug/pages launch config/storefront.yaml >.build/page && cp .build/page docs/storefront.svg
	@.build/debug/pages graph config/storefront.yaml >.build/page && cp .build/page docs/storefront-graph.svg

.PHONY: forms
forms: ## only the forms of Plan.add, action and service for each number of values, from those without: Sources/Slipway/Plan
	@python3 Tests/Forms/write

SWIFT_FILES := Package.swift Sources Tests Benchmarks

.PHONY: format
format: ## write every Swift file as .swift-format says
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FILES)

# A page may quote a script: only a first line names an interpreter.
.PHONY: lint
lint: ## fail where `make format` would change something, and on scripts that do not parse
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)
	@grep -rlE --exclude-dir=.build '^#!/bin/(ba)?sh' .ci Benchmarks config docs packaging Tests | while read -r script; do \
		interpreter=$$(sed -nE '1s,^#!(/bin/(ba)?sh).*,\1,p' "$$script"); \
		[[ -z $$interpreter ]] || "$$interpreter" -n "$$script"; \
	done

OUTPUT ?= .build/packages

# Before the build, which takes minutes.
.PHONY: setup-deb
setup-deb:
	@packaging/require-packages $(DEB_PACKAGES)

# Programs in another folder than the usual one are built already.
BUILT := $(if $(filter .build/release,$(BIN)),order)

.PHONY: deb
deb: setup-deb $(BUILT) ## the Debian package of the programs in BIN, and that of their debug symbols, in .build/packages
	@packaging/build-deb $(BIN) $(OUTPUT)

.PHONY: debian
debian: setup-campaign deb ## live with the package on bare Debian 12 and 13, from its installation to its purge (root)
	@REVISION=2 packaging/build-deb $(BIN) $(OUTPUT)/next
	@$(OWN_DEV) Tests/Debian/run $(OUTPUT)/slipway_*-1_*.deb $(OUTPUT)/next/slipway_*-2_*.deb

.PHONY: dist
dist: $(BUILT) ## the same tree as a tarball, for other distributions, in .build/packages
	@packaging/require-packages xz-utils
	@packaging/build-tarball $(BIN) $(OUTPUT)

HTTP ?=
# The folder in which zsh looks for the functions of packages: Debian has one of its own.
ZSH_FUNCTIONS ?= $(if $(wildcard /etc/debian_version),vendor-completions,site-functions)

.PHONY: image
image: $(BUILT) ## a container image that has Slipway and nothing more, in .build/packages (HTTP=yes: libcurl and certificates too)
	@packaging/build-image $(if $(HTTP),--http) $(BIN) $(OUTPUT)

.PHONY: install
install: ## put the programs, completions, units, examples and pages below DESTDIR
	@for product in $(PRODUCTS); do [[ -x $(BIN)/$$product ]] || { \
		echo "no $(BIN)/$$product; run 'make order' first" >&2; exit 1; }; done
	install -D $(STRIP) -t $(DESTDIR)$(PREFIX)/bin $(BIN)/slipwayd $(BIN)/slipway
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/system packaging/systemd/slipway@.*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/user packaging/systemd/user/slipway@.*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/catalog packaging/systemd/slipway.catalog
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/sysusers.d packaging/sysusers.d/*
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/slipway config/storefront.{yaml,env} \
		config/slipway.schema.json
	install -D -t $(DESTDIR)$(PREFIX)/share/slipway/storefront config/storefront/*
	install -D $(STRIP) -t $(DESTDIR)$(PREFIX)/share/slipway/storefront $(BIN)/storefront-backend
	@for file in $$(cd config/examples && find * -type f); do \
		install -D -m $$([[ -x config/examples/$$file ]] && echo 755 || echo 644) \
			config/examples/$$file $(DESTDIR)$(PREFIX)/share/slipway/examples/$$file; \
	done
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/slipway README.md CHANGELOG.md CONTRIBUTING.md LICENSE \
		packaging/systemd/growing-pauses.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/slipway/docs docs/*.md docs/*.svg
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/slipway/$(ARTICLES) \
		$(ARTICLES)/Coming-from-other-frameworks.md
	@# Pages link to it beside them, as in a checkout.
	@install -d $(DESTDIR)$(PREFIX)/share/doc/slipway/config
	ln -sf ../../../slipway/slipway.schema.json $(DESTDIR)$(PREFIX)/share/doc/slipway/config/
	@SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) packaging/install-manual $(BIN)/slipway $(DESTDIR)$(PREFIX)/share/man
	@install -d $(DESTDIR)/etc/slipway $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions \
		zsh/$(ZSH_FUNCTIONS) fish/vendor_completions.d)
	$(BIN)/slipway --generate-completion-script bash \
		>$(DESTDIR)$(PREFIX)/share/bash-completion/completions/slipway
	$(BIN)/slipway --generate-completion-script zsh \
		>$(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FUNCTIONS)/_slipway
	$(BIN)/slipway --generate-completion-script fish \
		>$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/slipway.fish
	@packaging/set-prefix "$(PREFIX)" "$(DESTDIR)$(PREFIX)"
	@[[ -n "$(DESTDIR)" ]] || echo 'now run: systemd-sysusers slipway.conf; systemctl daemon-reload;' \
		'journalctl --update-catalog'

# The same recipe makes the list, so that both have the same files.
.PHONY: uninstall
uninstall: ## take away what `make install` of this checkout put below DESTDIR; configurations and state stay
	@work=$$(mktemp -d "$${TMPDIR:-/tmp}/slipway-uninstall.XXXXXX"); trap 'rm -rf "$$work"' EXIT; \
		$(MAKE) --no-print-directory install DESTDIR="$$work" STRIP= >/dev/null; \
		cd "$$work"; \
		find . ! -type d -printf '%P\0' | (cd "$(DESTDIR)/" && xargs -0 rm -f); \
		find . -depth -type d -path '*/slipway*' -printf '%P\0' | \
			(cd "$(DESTDIR)/" && xargs -0 rmdir --ignore-fail-on-non-empty 2>/dev/null) || :

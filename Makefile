# The few commands that bgrun is built, tried, checked and installed with. `make help` lists them.
PREFIX ?= /usr
DESTDIR ?=
export PREFIX DESTDIR

# make check-vm STORY=plug, SHORT=1, SUITE=trixie; DEB=FILE takes a package that is built already.
SUITE ?= bookworm

.PHONY: help deps build release check check-all check-cookbook check-deb check-vm test soak night fuzz footprint docs run bench deb dist install uninstall clean

help: ## list these commands
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 24

deps: ## install what building and checking needs (apt-get, and .venv for the tests)
	@packaging/scripts/deps run check

build: ## build for development
	@packaging/scripts/deps run
	swift build

release: ## build as it is installed: static Swift, small, position independent
	@packaging/scripts/deps run
	@packaging/scripts/release

check: ## run before a push: format, scripts, a build without warnings, every test; ROOM=BGRunText chooses
	@packaging/scripts/check $(ROOM)

check-all: ## everything else that CI runs: release build, footprint, fuzzers, package, virtual machine
	@packaging/scripts/check-all

check-cookbook: release ## run every recipe of docs/cookbook.md with its real tool; ARGS=restic chooses
	@packaging/scripts/deps run cookbook
	@Tests/Cookbook/run $(ARGS)

check-vm: ## play whole laptops in a virtual machine; STORY=plug chooses, SHORT=1 plays the few that matter most
	@packaging/scripts/deps vm
	@Tests/System/run --suite $(SUITE) $(if $(SHORT),--short) $(STORY)

test: ## the tests alone; ARGS="--filter Tidy" or SCENARIO=power-lost chooses, VERBOSE=1 shows each
	@packaging/scripts/test $(ARGS)

soak: ## play 10,000 seeds of the simulation, 300 kills and 50 power cuts of the store
	@packaging/scripts/deps run check
	@packaging/scripts/soak

night: ## go on with simulation, kills, power cuts and made-up input for HOURS=8, and add up the totals in docs/security.md
	@packaging/scripts/deps run check
	@packaging/scripts/night

fuzz: ## try made-up input for long; TARGET=descriptor chooses, MINUTES=10 for each
	@packaging/scripts/fuzz $(TARGET)

footprint: release ## count what the release build takes, beside what packaging/footprint allows
	@packaging/scripts/deps bench
	@Benchmarks/footprint

docs: ## build the documentation of the library BackgroundTasks, with its tutorial, and say how to read it
	@packaging/scripts/deps run docs
	@packaging/scripts/docs

run: release ## show bgrun at work on an emulated laptop, in half a minute
	@Examples/demo.sh

bench: release ## measure wake-ups, start latency, memory, durable submits and schedules
	@packaging/scripts/deps run bench
	@Benchmarks/run

deb: ## build the Debian package; BUILT=DIR takes programs that are built already
	@packaging/scripts/deps run deb
	@packaging/scripts/deb

check-deb: ## what must hold of what is packaged, as root; PARTS="package" chooses
	@packaging/scripts/deps run deb check-deb
	@packaging/scripts/check-deb $(PARTS)

dist: ## make the source archive of this commit, with the Swift packages it needs
	@packaging/scripts/dist

install: ## install below DESTDIR and PREFIX (/usr)
	@packaging/scripts/install install

uninstall: ## remove what install has put there
	@packaging/scripts/install uninstall

clean: ## remove all that was built
	rm -rf .build .link .venv

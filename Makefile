# SPDX-License-Identifier: Apache-2.0
# The short commands; CMakeLists.txt does the building. Every target first installs what is missing (and says so). What apt, CMake
# and the compiler say is in the logs of the build directory. CONTRIBUTING.md has the variables.
#
#   make            build/heddle
#   make run        builds, then finds the bug in an example and shows how it happens
#   make test       the tests
#   make test-long  what is left out of them because it takes long
#   make sanitize   the same tests with the address and undefined behaviour sanitizers
#   make sanitize-threads   the parallel search under the thread sanitizer
#   make install PREFIX=/usr/local DESTDIR=   heddle, libheddle, headers, man page, completion, find_package(Heddle)
#   make bench      states/s, bytes per state and states, beside SPIN
#   make format     clang-format over the sources
#   make clean

BUILD = build
JOBS = $(shell nproc 2>/dev/null || echo 2)
SEED = 1
QUICK =
SIZE = $(if $(QUICK),quick,usual)
COUNTS =
SUITES =
EXAMPLE = examples/account.c
CLANG_FORMAT = clang-format-19
ONLY =
PREFIX = /usr/local
DESTDIR =

.PHONY: all packages packages-for-tests run install test test-long sanitize sanitize-threads bench format clean

all: packages
	@scripts/quietly.sh "configuring $(BUILD)" $(BUILD)/configure.log cmake -S . -B $(BUILD) $(CMAKE_OPTIONS)
	@sed -n 's/^-- \(left out: \)/\1/p' $(BUILD)/configure.log
	@scripts/quietly.sh "building $(BUILD)/heddle" $(BUILD)/build.log cmake --build $(BUILD) -j $(JOBS)

packages:
	@scripts/install-packages.sh $(BUILD)/packages.log

packages-for-tests:
	@scripts/install-packages.sh $(BUILD)/packages.log tests

# heddle answers 1 for "violated", which is what is expected here.
run: all
	@echo "heddle check $(EXAMPLE)"
	@$(BUILD)/heddle check $(EXAMPLE); test $$? -eq 1

test: packages-for-tests all
	@python3 scripts/run-tests.py --build $(BUILD) --jobs $(JOBS) --seed $(SEED) --size $(SIZE) \
		$(if $(COUNTS),--counts $(COUNTS)) $(if $(ONLY),--only $(ONLY)) $(if $(SUITES),--suites $(SUITES))

test-long:
	@$(MAKE) --no-print-directory test SIZE=long

install: all
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX) > /dev/null
	@echo "installed in $(DESTDIR)$(PREFIX)"

sanitize:
	@$(MAKE) --no-print-directory test BUILD=build-sanitize CMAKE_OPTIONS=-DHEDDLE_SANITIZE=ON

THREAD_SANITIZER = TSAN_OPTIONS="suppressions=$(CURDIR)/scripts/thread-sanitizer.supp $$TSAN_OPTIONS"

# What the workers of a search share, under the thread sanitizer; with tiny tables they share more, and more often.
sanitize-threads:
	@$(MAKE) --no-print-directory all BUILD=build-threads \
		CMAKE_OPTIONS="-DHEDDLE_THREAD_SANITIZER=ON -DHEDDLE_TINY_TABLES=ON"
	@$(THREAD_SANITIZER) build-threads/unit/unit-solve & solve=$$!; \
		build-threads/unit/unit-tables && build-threads/unit/unit-search && build-threads/unit/unit-cycles && wait $$solve
	@$(THREAD_SANITIZER) python3 test/differential/run.py --driver build-threads/differential --count 10 --jobs $(JOBS) --seed $(SEED)
	@$(THREAD_SANITIZER) python3 test/differential/run.py --driver build-threads/differential --unknown --count 4 --jobs $(JOBS) \
		--seed $(SEED)

bench: packages-for-tests all
	@python3 bench/run.py --heddle $(BUILD)/heddle $(if $(QUICK),--quick)

format:
	@$(CLANG_FORMAT) -i $$(git ls-files 'src/*.[ch]' 'runtime/*.[ch]' 'include/*.h' 'test/unit/*.c')

clean:
	rm -rf build build-check build-sanitize build-threads

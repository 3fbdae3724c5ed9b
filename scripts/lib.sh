# Functions shared by scripts/*: find Python, and install system packages where permitted. For bash 3.2 and newer.
# shellcheck shell=bash

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
# shellcheck disable=SC2034 # used by the scripts that source this file
VENV_PYTHON="$ROOT/.venv/bin/python"
# Variables set for another Python would break the Python of .venv.
unset PYTHONHOME PYTHONPATH
# If this variable is set, every process compiles all modules again.
unset PYTHONDONTWRITEBYTECODE
# Let all threads share two glibc memory arenas, which saves 26 MB after 350 claims with web search. Other systems ignore this setting.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say ""
    say "claimlight: $1"
    shift
    while [ $# -gt 0 ]; do
        say "  $1"
        shift
    done
    exit 1
}

# Test whether the Python $1 is new enough and has the modules $2.
python_has() {
    "$1" -I -c "import sys, ssl, sqlite3, $2
sys.exit(sys.version_info < (3, 11) or sqlite3.sqlite_version_info < (3, 38))" >/dev/null 2>&1
}

# Print the first Python that has the modules $1. Fail if there is none.
first_python() {
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3.14 python3 \
        /opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3; do
        if command -v "$candidate" >/dev/null 2>&1 && python_has "$candidate" "$1"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# Print the prefix to run a command as root without a password prompt (empty if already root). Fail if that is impossible.
as_root() {
    if [ "$(id -u)" = 0 ]; then return 0; fi
    [ "${MAY_SUDO:-no}" = yes ] && sudo -n true >/dev/null 2>&1 && echo "sudo -n"
}

# apt_install WHY PACKAGE...: install Debian packages. Fail where installing is not permitted.
apt_install() {
    local why="$1" root log
    shift
    command -v apt-get >/dev/null 2>&1 || return 1
    root="$(as_root)" || return 1
    say "        installing $* ($why)"
    log="$(mktemp)"
    # shellcheck disable=SC2086 # $root is two words or none
    if ! { $root apt-get update && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

no_python() {
    if [ "$(uname -s)" = Darwin ]; then
        fail "Python 3.11 or newer is needed and was not found." \
            "Install it with:  brew install python@3.13" \
            "or with the installer from python.org, then run this again."
    fi
    fail "Python 3.11 or newer with venv is needed and was not found." \
        "On Debian or Ubuntu:  sudo apt-get install python3 python3-venv" \
        "On Ubuntu 22.04:      sudo apt-get install python3.11 python3.11-venv" \
        "On Fedora:            sudo dnf install python3" \
        "then run this again."
}

# Print a Python that can create virtual environments. Install Python where permitted, or else explain how to install it.
find_python() {
    first_python "venv, ensurepip" && return 0
    apt_install "Python's venv is missing" python3 python3-venv && first_python "venv, ensurepip" && return 0
    # In Ubuntu 22.04, python3 is Python 3.10, and 3.11 is a separate package.
    apt_install "python3 is too old" python3.11 python3.11-venv && first_python "venv, ensurepip" && return 0
    no_python
}

# set_up SET...: create .venv and bring the named sets of requirements (runtime, dev, models, training) up to date.
set_up() {
    local python
    if [ -x "$VENV_PYTHON" ]; then
        # The environment's own Python can check whether everything is up to date, and then no other Python is needed.
        "$VENV_PYTHON" -I "$ROOT/scripts/set_up.py" --only-check "$@" && return 0
    fi
    python="$(find_python)" || exit 1
    "$python" -I "$ROOT/scripts/set_up.py" "$@"
}

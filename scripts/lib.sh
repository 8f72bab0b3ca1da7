# shellcheck shell=bash
# What the scripts share. Sourced, never run.

# The root of the project, wherever a script was called from; the scripts that source this use it.
# shellcheck disable=SC2034
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The oldest toolchain that builds this package, as in the first line of Package.swift.
swift_major=6
swift_minor=2

# Says something on stderr: stdout belongs to what a script runs.
say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}

heading() {
  say ""
  say "== $*"
}

# Refuses to go on without a toolchain that is new enough.
need_swift() {
  local version major minor
  if ! command -v swift >/dev/null; then
    fail "taptop needs Swift $swift_major.$swift_minor or newer and finds no swift: https://www.swift.org/install/"
  fi
  version=$(swift --version 2>/dev/null </dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  if [[ ! $major =~ ^[0-9]+$ || ! $minor =~ ^[0-9]+$ ]] \
    || ((major < swift_major || (major == swift_major && minor < swift_minor))); then
    fail "taptop needs Swift $swift_major.$swift_minor or newer and finds ${version:-a swift that names no version}:" \
      "https://www.swift.org/install/"
  fi
}

# Whether what a Debian package brings is there, wherever it came from.
have() {
  case $1 in
    pkg-config | shellcheck | curl | openssl | python3 | chromium | buildah | mmdebstrap | wrk | gcc) command -v "$1" >/dev/null ;;
    iproute2) command -v ip >/dev/null ;;
    prometheus) command -v promtool >/dev/null ;;
    libc6-dev) [[ -e /usr/include/stdio.h ]] ;;
    libmicrohttpd-dev) pkg-config --exists libmicrohttpd 2>/dev/null ;;
    libgnutls28-dev) pkg-config --exists gnutls 2>/dev/null ;;
    libjansson-dev) pkg-config --exists jansson 2>/dev/null ;;
    libsqlite3-dev) pkg-config --exists sqlite3 2>/dev/null ;;
    python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    *) fail "scripts/lib.sh does not know how to look for the package $1" ;;
  esac
}

# Sets `missing` to those of the packages that are not there.
find_missing() {
  local package
  missing=()
  for package in "$@"; do
    have "$package" || missing+=("$package")
  done
}

# Installs those of the packages that are missing; asks for nothing, and touches no network, where none is.
need_packages() {
  local missing as_root=()
  find_missing "$@"
  ((${#missing[@]} == 0)) && return
  if ! command -v apt-get >/dev/null; then
    fail "taptop needs packages that are missing here (Debian's names): ${missing[*]}"
  fi
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      fail "taptop needs packages that are missing here, and only root can install them: ${missing[*]}"
    fi
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  if ! { "${as_root[@]}" apt-get update -qq \
    && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -qq --yes --no-install-recommends "${missing[@]}"; } >&2; then
    fail "apt-get could not install ${missing[*]}"
  fi
  find_missing "$@"
  ((${#missing[@]} == 0)) || fail "still missing after apt-get installed it: ${missing[*]}"
}

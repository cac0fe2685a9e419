#!/bin/sh
# Installs a release of Turnpike on Linux, upgrades to it, or returns to the version before:
#
#   sh install.sh [options]         installs the archive beside this script, or upgrades to it
#   sh install.sh [options] back    returns to the version before
#
#   --dry-run     prints each step and changes nothing
#   --sandbox     at the first installation: settings of a sandbox, which moves no money
#   --root DIR    installs below DIR, for an image: without a user of its own and without services
#
# The script may be interrupted at any step and run again. A version is in /opt/turnpike/VERSION; the links `current` and
# `previous` there name two of them. Settings are in /etc/turnpike, and an existing file there is never changed.
set -eu
umask 022

dry=no sandbox=no root='' action=install
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry=yes ;;
    --sandbox) sandbox=yes ;;
    --root) root=${2%/} && shift ;;
    back) action=back ;;
    *) echo 'usage: install.sh [--dry-run] [--sandbox] [--root DIR] [back]' >&2 && exit 2 ;;
  esac
  shift
done

here=$(dirname "$(readlink -f "$0")")
versions=$root/opt/turnpike
settings=$root/etc/turnpike
data=$root/var/lib/turnpike

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# step SENTENCE COMMAND…: prints the sentence and runs the command, unless this is a dry run.
step() {
  echo "$1"
  shift
  [ "$dry" = yes ] || "$@"
}

# The version that the link $1 names; empty if there is none.
version_of() {
  [ ! -L "$versions/$1" ] || readlink "$versions/$1"
}

# Replaces the link $1 by one to the version $2 in one step.
link() {
  ln -sfn "$2" "$versions/.$1.new"
  mv -T "$versions/.$1.new" "$versions/$1"
}

has_systemd() {
  [ -z "$root" ] && [ -d /run/systemd/system ]
}

is_running() {
  has_systemd && systemctl --quiet is-active turnpike
}

on_sqlite() {
  case $(cat "$settings/credentials/DATABASE_URL" 2>/dev/null) in sqlite:*) true ;; *) false ;; esac
}

# The file of a SQLite store. The gateway's working directory is that of its data.
store_file() {
  url=$(cat "$settings/credentials/DATABASE_URL")
  case ${url#sqlite:} in /*) echo "${url#sqlite:}" ;; *) echo "$data/${url#sqlite:}" ;; esac
}

verify() {
  (cd "$here" && grep -F "  $(basename "$1")" SHA256SUMS | sha256sum --check --status --strict) ||
    fail "$(basename "$1") does not have the checksum of SHA256SUMS: download both again."
}

unpack() {
  rm -rf "$versions"/.unpacked.*
  mkdir -p "$versions/.unpacked.$$"
  tar -xzf "$1" -C "$versions/.unpacked.$$" --strip-components=1 --no-same-owner
  "$versions/.unpacked.$$/bin/node" --version >/dev/null 2>"$versions/.unpacked.$$.problem" || {
    problem=$(cat "$versions/.unpacked.$$.problem")
    rm -rf "$versions"/.unpacked.*
    fail "this machine does not run the Node of the release ($problem). On Debian: apt-get update && apt-get install libatomic1 libstdc++6"
  }
  rm -f "$versions/.unpacked.$$.problem"
  mv -T "$versions/.unpacked.$$" "$versions/$2"
}

create_user() {
  useradd --system --user-group --home-dir /var/lib/turnpike --no-create-home --shell /usr/sbin/nologin turnpike
}

# Writes the file $1 from standard input, complete or not at all, unless it exists.
write_new() {
  if [ -e "$1" ]; then
    cat >/dev/null
  else
    cat >"$1.new" && chmod 640 "$1.new" && mv "$1.new" "$1"
  fi
}

create_settings() {
  mkdir -p "$settings/credentials" "$data"
  chmod 750 "$settings" "$settings/credentials"
  chmod 700 "$data"
  if [ "$sandbox" = yes ]; then
    printf 'TURNPIKE_MODE=sandbox\n' | write_new "$settings/turnpike.env"
  else
    write_new "$settings/turnpike.env" <"$versions/$1/deploy/install/turnpike.env"
  fi
  head -c 32 /dev/urandom | base64 | write_new "$settings/credentials/TURNPIKE_KEYS"
  echo "sqlite:$data/turnpike.db" | write_new "$settings/credentials/DATABASE_URL"
  if [ -z "$root" ]; then
    chgrp -R turnpike "$settings"
    chown turnpike:turnpike "$data"
  fi
}

create_links() {
  mkdir -p "$root/usr/local/bin"
  ln -sfn /opt/turnpike/current/bin/turnpike "$root/usr/local/bin/turnpike"
  if [ "$sandbox" = yes ]; then
    mkdir -p "$root/etc/systemd/system/turnpike.service.d"
    ln -sfn /opt/turnpike/current/deploy/systemd/sandbox.conf "$root/etc/systemd/system/turnpike.service.d/sandbox.conf"
  fi
}

# Writes the unit of the version $1. It is no link, because `systemctl enable` would follow it to the folder of that
# version, and an upgrade would keep the former unit. Links of an earlier installation are replaced.
write_unit() {
  unit=/usr/local/lib/systemd/system/turnpike.service
  enabled=$root/etc/systemd/system/turnpike.service
  wanted=$root/etc/systemd/system/multi-user.target.wants/turnpike.service
  mkdir -p "$root${unit%/*}"
  cp "$versions/$1/deploy/systemd/turnpike.service" "$root$unit.new"
  mv -T "$root$unit.new" "$root$unit"
  case $(readlink "$enabled") in /opt/turnpike/*) rm "$enabled" ;; esac
  case $(readlink "$wanted") in /opt/turnpike/*) ln -sfn "$unit" "$wanted" ;; esac
}

# A copy of a stopped SQLite store, which a migration could change.
copy_store() {
  rm -rf "$data/.copy"
  mkdir -m 700 "$data/.copy"
  for file in "$(store_file)"*; do
    cp -p --reflink=auto "$file" "$data/.copy/"
  done
  rm -rf "$data/before-$1"
  mv -T "$data/.copy" "$data/before-$1"
}

migrate() {
  "$versions/$1/bin/turnpike" migrate
}

# Whether a switch to the version $1 was interrupted.
is_interrupted() {
  case $(cat "$versions/.switching" 2>/dev/null) in "$1 "*) true ;; *) false ;; esac
}

note_switch() {
  printf '%s %s\n' "$1" "$2" >"$versions/.switching"
}

# Copies the store and migrates it, unless $1 is the current version already.
prepare() {
  before=$(version_of current)
  if [ -z "$before" ] || [ "$before" = "$1" ]; then
    return
  fi
  if [ "$action" = install ] && on_sqlite && [ -e "$(store_file)" ]; then
    if [ "$resumed" = yes ] && [ -d "$data/before-$1" ]; then
      echo "Keeping the copy of the store in $data/before-$1."
    else
      step "Copying the store to $data/before-$1." copy_store "$1"
    fi
  fi
  step "Bringing the database to the schema of $1." migrate "$1" || {
    [ "$running" = no ] || systemctl start turnpike
    rm -f "$versions/.switching"
    fail "$1 cannot use the database, so $before stays the current version. The return to a version that is older than
the last migration is a restored backup: docs/operating/backup.md."
  }
  step "Keeping $before as the version to return to." link previous "$before"
}

# Makes $1 the current version.
switch_to() {
  running=no resumed=no
  if is_interrupted "$1"; then
    resumed=yes
    running=$(cut -d ' ' -f 2 "$versions/.switching")
  elif is_running; then
    running=yes
  fi
  [ "$dry" = yes ] || note_switch "$1" "$running"
  if is_running && on_sqlite; then
    step 'Stopping the gateway: SQLite serves one version at a time.' systemctl stop turnpike
  fi
  prepare "$1"
  step "Making $1 the current version." link current "$1"
  step 'Writing its unit.' write_unit "$1"
  if has_systemd; then
    step 'Reading the units again.' systemctl daemon-reload
  fi
  if [ "$running" = yes ]; then
    step 'Restarting the gateway.' systemctl reload-or-restart turnpike
  fi
  [ "$dry" = yes ] || rm -f "$versions/.switching"
}

[ -n "$root" ] || [ "$(id -u)" = 0 ] || [ "$dry" = yes ] || fail 'only root may install: use sudo, or --root DIR.'
if [ "$dry" = no ]; then
  mkdir -p "$versions"
  exec 9>"$versions/.lock"
  flock -w 10 9 || fail 'another install.sh is running.'
fi

if [ "$action" = back ]; then
  target=$(version_of previous)
  current=$(version_of current)
  if is_interrupted "$current"; then
    target=$current
  elif [ -z "$target" ] || [ "$target" = "$current" ]; then
    fail 'there is no version before the current one.'
  fi
  switch_to "$target"
  echo "Done: $target is the current version again."
  exit 0
fi

case $(uname -m) in
  x86_64) processor=x64 ;;
  aarch64) processor=arm64 ;;
  *) fail "there is no release for the processor $(uname -m)." ;;
esac
archive=$(find "$here" -maxdepth 1 -name "turnpike-*-linux-$processor.tar.gz")
case $archive in
  '') fail "there is no turnpike-VERSION-linux-$processor.tar.gz beside this script." ;;
  *.gz*.gz) fail 'there are several archives beside this script: keep the one to install.' ;;
esac
version=$(basename "$archive" "-linux-$processor.tar.gz")
version=${version#turnpike-}
echo "Turnpike $version"
step 'Verifying the checksum.' verify "$archive"
if [ -z "$root" ] && ! id turnpike >/dev/null 2>&1; then
  step 'Creating the user turnpike.' create_user
fi
if [ -d "$versions/$version" ]; then
  echo "$versions/$version is unpacked already."
else
  step "Unpacking to $versions/$version." unpack "$archive" "$version"
fi
step "Writing the missing files of $settings." create_settings "$version"
step 'Linking the command turnpike.' create_links
if [ "$(version_of current)" = "$version" ] && ! is_interrupted "$version"; then
  echo "Done: $version is the current version already."
  exit 0
fi
if [ -z "$(version_of current)" ]; then
  switch_to "$version"
  if [ "$sandbox" = yes ]; then
    echo "Done: $version is installed. Next: systemctl enable --now turnpike, or without systemd: turnpike start"
    exit 0
  fi
  cat <<END
Done: $version is installed. Next:
  1. Set $settings/turnpike.env, and keep a copy of $settings/credentials/TURNPIKE_KEYS apart from the backups.
  2. turnpike migrate
  3. systemctl enable --now turnpike
  4. turnpike doctor
END
else
  switch_to "$version"
  echo "Done: $version is the current version. To return: sh install.sh back"
fi

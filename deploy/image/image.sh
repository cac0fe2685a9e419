#!/bin/sh
# Builds an image of a release of Turnpike for podman, docker and Kubernetes, from Debian's packages and without a
# registry. It needs root and mmdebstrap:
#
#   sh image.sh [--base-of IMAGE] [FOLDER]
#
# FOLDER has the files of the release; without it, they lie beside this script. The image is written there, as
# turnpike-VERSION-image-linux-x64.tar. Its bytes depend on the release and on Debian's packages alone.
#
#   --base-of IMAGE   takes Debian's packages from an earlier image, so that a release is built to the same bytes again
set -eu
umask 022
export LC_ALL=C

SUITE=bookworm
# The libraries of Node, authorities for TLS, and time zones.
PACKAGES=libc6,libstdc++6,libatomic1,ca-certificates,tzdata

base_of='' from=$(dirname "$(readlink -f "$0")")
while [ $# -gt 0 ]; do
  case $1 in
    --base-of) base_of=$2 && shift ;;
    -*) echo 'usage: image.sh [--base-of IMAGE] [FOLDER]' >&2 && exit 2 ;;
    *) from=$1 ;;
  esac
  shift
done

fail() {
  echo "image.sh: $*" >&2
  exit 1
}

case $(uname -m) in
  x86_64) processor=x64 architecture=amd64 ;;
  aarch64) processor=arm64 architecture=arm64 ;;
  *) fail "there is no release for the processor $(uname -m)." ;;
esac
archive=$(find "$from" -maxdepth 1 -name "turnpike-*-linux-$processor.tar.gz")
case $archive in
  '') fail "$from has no turnpike-VERSION-linux-$processor.tar.gz: download it, or in a checkout run npm run release." ;;
  *.gz*.gz) fail "$from has several archives: keep the one of the image." ;;
esac
name=$(basename "$archive")
version=${name#turnpike-} version=${version%-linux-*}
[ "$(id -u)" = 0 ] || fail 'only root may unpack the packages of Debian: use sudo.'
[ -n "$base_of" ] || command -v mmdebstrap >/dev/null || fail 'mmdebstrap is missing: apt-get update && apt-get install mmdebstrap'
(cd "$from" && grep -F "  $name" SHA256SUMS | sha256sum --check --status --strict) ||
  fail "$name does not have the checksum of SHA256SUMS: download both again."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$folder/turnpike/opt/turnpike
node=$folder/node/opt/turnpike

echo "Unpacking Turnpike $version."
mkdir -p "$program" "$node/bin" "$folder/image"
tar -xzf "$archive" -C "$program" --strip-components=1 --no-same-owner
seconds=$(stat -c %Y "$program/package.json")
mv "$program/bin/node" "$node/bin/"
mv "$program/LICENSE-OF-NODE" "$node/"
mv "$program/deploy/image/healthy.mjs" "$program/bin/"
mv "$program/deploy/image/base.sh" "$folder/"
# An image has no shell, and its operator reads elsewhere.
rm -r "$program/bin/turnpike" "$program/deploy" "$program/docs"

# pack FILE -C FOLDER NAME…: the same files are the same bytes.
pack() {
  tar --format=gnu --sort=name "--mtime=@$seconds" --numeric-owner -cf "$@"
}

if [ -n "$base_of" ]; then
  echo "Taking Debian's packages from $base_of."
  tar -xf "$base_of" -C "$folder/image" base.tar
else
  echo "Unpacking Debian's packages."
  # Their scripts do not run. Files are removed after the unpacking, in a folder where nothing is mounted.
  mmdebstrap --quiet --variant=extract --mode=root --format=tar "--include=$PACKAGES" "$SUITE" "$folder/all.tar"
  mkdir "$folder/base"
  tar -xf "$folder/all.tar" -C "$folder/base"
  sh "$folder/base.sh" "$folder/base"
  pack "$folder/image/base.tar" -C "$folder/base" .
fi

echo 'Writing the image.'
pack "$folder/image/node.tar" -C "$folder/node" opt
pack "$folder/image/turnpike.tar" -C "$folder/turnpike" opt
digest() {
  sha256sum "$folder/image/$1" | cut -d ' ' -f 1
}
created=$(date --utc "--date=@$seconds" +%Y-%m-%dT%H:%M:%SZ)
cat >"$folder/image/config.json" <<END
{
  "architecture": "$architecture",
  "os": "linux",
  "created": "$created",
  "config": {
    "User": "10001:10001",
    "Env": ["NODE_ENV=production", "HOST=0.0.0.0", "DATA_DIR=/var/lib/turnpike", "PATH=/opt/turnpike/bin"],
    "Entrypoint": ["node", "/opt/turnpike/bin/turnpike.mjs"],
    "Cmd": ["gateway"],
    "WorkingDir": "/var/lib/turnpike",
    "Volumes": { "/var/lib/turnpike": {} },
    "ExposedPorts": { "8080/tcp": {} },
    "StopSignal": "SIGTERM",
    "Healthcheck": {
      "Test": ["CMD", "node", "/opt/turnpike/bin/healthy.mjs"],
      "Interval": 10000000000, "Timeout": 3000000000, "StartPeriod": 30000000000, "Retries": 3
    },
    "Labels": { "org.opencontainers.image.title": "turnpike", "org.opencontainers.image.version": "$version" }
  },
  "rootfs": {
    "type": "layers",
    "diff_ids": ["sha256:$(digest base.tar)", "sha256:$(digest node.tar)", "sha256:$(digest turnpike.tar)"]
  },
  "history": [
    { "created": "$created", "created_by": "packages of Debian $SUITE: $PACKAGES" },
    { "created": "$created", "created_by": "Node" },
    { "created": "$created", "created_by": "Turnpike $version" }
  ]
}
END
config=$(digest config.json)
mv "$folder/image/config.json" "$folder/image/$config.json"
cat >"$folder/image/manifest.json" <<END
[{
  "Config": "$config.json",
  "RepoTags": ["localhost/turnpike:$version"],
  "Layers": ["base.tar", "node.tar", "turnpike.tar"]
}]
END
image=$from/turnpike-$version-image-linux-$processor.tar
pack "$image.new" -C "$folder/image" manifest.json "$config.json" base.tar node.tar turnpike.tar
mv "$image.new" "$image"
echo "Done: localhost/turnpike:$version sha256:$config. Next: podman load --input $image"

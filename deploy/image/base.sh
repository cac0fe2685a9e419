#!/bin/sh
# Completes unpacked packages of Debian in the folder $1: files that their configuration would write, the gateway's user,
# and nothing that only installs packages. Nothing may be mounted below the folder.
set -eu
cd "${1:?}"
[ ! -e ./etc/hostname ] && [ "$(stat -c %d .)" = "$(stat -c %d dev)" ]
find usr/share/ca-certificates/mozilla -name '*.crt' | LC_ALL=C sort | xargs cat >authorities.pem
find usr/share/doc -type f ! -name copyright -delete
find usr/share/doc -type l -delete
find usr/share -mindepth 1 -maxdepth 1 ! -name doc ! -name zoneinfo -exec rm -rf {} +
rm -rf ./boot ./dev ./etc ./home ./media ./mnt ./opt ./root ./run ./srv ./var
rm -rf ./usr/bin/* ./usr/games ./usr/lib/apt ./usr/local ./usr/sbin/* ./usr/src ./usr/lib/ssl ./usr/lib/*/gconv
rm -rf ./usr/lib/*/engines-3 ./usr/lib/*/ossl-modules ./usr/lib/*/libssl.so.3 ./usr/lib/*/libcrypto.so.3
install -d dev etc/ssl/certs proc run sys usr/local/bin var/lib
install -d -m 700 -o 10001 -g 10001 var/lib/turnpike
install -d -m 1777 tmp
mv authorities.pem etc/ssl/certs/ca-certificates.crt
printf 'root:x:0:0:root:/:/usr/sbin/nologin\nturnpike:x:10001:10001::/var/lib/turnpike:/usr/sbin/nologin\n' >etc/passwd
printf 'root:x:0:\nturnpike:x:10001:\n' >etc/group
printf 'hosts: files dns\n' >etc/nsswitch.conf
printf '127.0.0.1 localhost\n::1 localhost\n' >etc/hosts

#!/usr/bin/env bash
# Builds the container image without Docker and without an image registry, starts it, and waits for /readyz.
# Needs root and Debian's buildah and debootstrap. The base image is a minimal Debian, installed from the package source of
# this machine, with the Node.js and npm of this machine; the Dockerfile takes it as its BASE_IMAGE.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d "${TMPDIR:-/tmp}/parley-image.XXXXXX")
# Everything is stored below one folder, so nothing is left on the machine. vfs needs no support from the kernel.
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
server=''
# buildah does not forward signals to the process in the container.
end_tree() {
  for child in $(pgrep -P "$1"); do end_tree "$child"; done
  kill "$1" 2>/dev/null || true
}
clean() {
  if [ -n "$server" ]; then end_tree "$server"; wait "$server" 2>/dev/null || true; fi
  buildah rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean EXIT
step() { printf '\n--- %s (%ss)\n' "$1" "$SECONDS"; }

step 'base image'
# The package source that this machine is set up with: the first one that has the release.
release=bookworm
# shellcheck disable=SC2016 # apt-get expands it.
found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $release" | sed -n 1p)
mirror=${DEBIAN_MIRROR:-$found}
if [ -z "$mirror" ]; then
  echo "No package source of this machine has Debian $release. Name one in DEBIAN_MIRROR." >&2
  exit 1
fi
debootstrap --variant=minbase --include=ca-certificates "$release" "$work/base" "$mirror" >"$work/debootstrap.log" \
  || { tail -20 "$work/debootstrap.log"; exit 1; }
npm_home=$(npm root -g)/npm
install -D "$(node -p process.execPath)" "$work/base/usr/local/bin/node"
install -d "$work/base/usr/local/lib/node_modules"
cp -rL "$npm_home" "$work/base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
# The certificates that this machine trusts, which may include one of a proxy.
cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
container=$(buildah from scratch)
buildah copy -q "$container" "$work/base" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit -q --rm "$container" parley-base >/dev/null
rm -rf "$work/base"

step 'image'
buildah build -q --isolation chroot --format docker --build-arg BASE_IMAGE=localhost/parley-base --tag parley .

step 'start'
container=$(buildah from --pull-never localhost/parley)
port=${IMAGE_TEST_PORT:-3900}
buildah run --isolation chroot --user parley --env PORT="$port" --env HOST=127.0.0.1 "$container" -- \
  node_modules/.bin/node server/launch.mjs main >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 120); do
  if curl -fs "http://127.0.0.1:$port/readyz"; then ready=1; break; fi
  kill -0 "$server" 2>/dev/null || break
  sleep 0.5
done
echo
[ "${ready:-}" = 1 ] || { cat "$work/server.log"; echo 'The container did not become ready.'; exit 1; }
grep -q 'API key' "$work/server.log"
step 'done'

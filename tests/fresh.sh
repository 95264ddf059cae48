#!/usr/bin/env bash
# Both commands of README.md on a bare Debian 12: a chroot with nothing but what debootstrap calls minimal, without
# /etc/hosts and without a mount point at /, HEAD cloned into root's closed home.
#   fresh.sh FOLDER    as root, in the root of the sources, in namespaces of its own; FOLDER is empty
# Where Debian's packages come from is asked of this machine's apt.
set -euo pipefail
suite=bookworm
root=$(realpath "$1")/root

fail() { printf '%s\n' "$*" >&2; exit 1; }

# apt's sources of Debian, one per line: URI RELEASE COMPONENT
sources() {
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Identifier: Packages' 'Origin: Debian' 'Component: main' | grep -E " $suite(-[a-z]+)? " | sort -u
}

mkdir "$root"
chmod 755 "$root" # whatever the mask is
main=$(sources | awk -v suite=$suite '$2 == suite { print $1; exit }')
[ -n "$main" ] || fail "apt knows no source of Debian's $suite here; add one and run apt-get update"
for scheme in http https; do
    proxy=$(apt-config shell found "Acquire::$scheme::Proxy")
    eval "$proxy"
    [ -z "${found:-}" ] || export "${scheme}_proxy=$found"
    unset found
done
debootstrap --variant=minbase $suite "$root" "$main"
sources | sed 's/^/deb /' >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::https?::Proxy' >"$root/etc/apt/apt.conf.d/proxy" || true
rm -f "$root/etc/hosts"

mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"

git clone --quiet --no-local . "$root/root/tactus"
chmod 700 "$root/root"
env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
    chroot "$root" bash -ec 'cd ~/tactus; ./dev demo; ./dev test'

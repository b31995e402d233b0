#!/bin/bash
# Runs a real S3 server for tests: Ceph's gateway with a cluster of one monitor and one store in memory, on loopback.
# s3.ts starts it.
#
#   radosgw.sh CACHE WORK MONITOR_PORT S3_PORT ACCESS_KEY SECRET_KEY
#
# CACHE stores Debian's packages, unpacked but not installed, for later runs. WORK is a folder for this server alone. The
# script prints "ready" and serves until its standard input ends, which also happens when the process that started it
# dies. Then it stops the daemons and removes WORK. Where the packages are not available, it exits with 77 and prints the
# reason as the last line on standard error.
set -euo pipefail
cache=$1 work=$2 monitor_port=$3 s3_port=$4 access_key=$5 secret_key=$6

unavailable() {
  echo "$1" >&2
  exit 77
}

# Uses the package lists of the system if they exist and match the mirror. Otherwise it fetches lists into the cache, so
# that nothing else changes and root is not needed.
download_packages() {
  local apt=(apt-get -qq -o "Dir::Cache=$cache/apt" -o "APT::Sandbox::User=$(id -un)" -o Debug::NoLocking=1
    -o Acquire::Retries=1 -o Acquire::http::Timeout=20)
  # --reinstall downloads the packages even if the system has them, because the configuration names their folders here.
  local install=(install -y --no-install-recommends --download-only --reinstall radosgw ceph-mon ceph-osd ceph-base
    ceph-common)
  mkdir -p "$cache/apt/archives/partial" "$cache/apt/lists/partial"
  "${apt[@]}" "${install[@]}" && return
  apt+=(-o "Dir::State::lists=$cache/apt/lists")
  "${apt[@]}" update && "${apt[@]}" "${install[@]}"
}

# Test processes that start at once wait here for the first one. A rename creates the folder, so it is always complete.
unpack_packages() {
  local package log=$cache/download.log
  exec 9>"$cache/lock"
  flock 9
  if [ ! -d "$root" ]; then
    download_packages >"$log" 2>&1 </dev/null ||
      unavailable "Debian's packages of Ceph cannot be fetched: $(tail -n 1 "$log")"
    rm -rf "$root.partial"
    for package in "$cache"/apt/archives/*.deb; do dpkg-deb -x "$package" "$root.partial"; done
    mv "$root.partial" "$root"
    rm -rf "$cache/apt"
  fi
  exec 9>&-
}

write_configuration() {
  cat >"$work/ceph.conf" <<END
[global]
fsid = $cluster_id
mon host = [v2:127.0.0.1:$monitor_port]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = $work/keyring
auth allow insecure global id reclaim = false

# These settings let the server start in a second. By default the monitor collects changes for a second, a dozen times in
# a row, and a client that finds no store tries again after five seconds.
paxos propose interval = 0.02
paxos min wait = 0.01
objecter tick interval = 0.2

mon data = $work/monitor
mon data avail warn = 1
mon allow pool size one = true
osd data = $work/store
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw data = $work/gateway
rgw frontends = beast endpoint=127.0.0.1:$s3_port

osd class dir = $libraries/rados-classes
erasure code dir = $libraries/ceph/erasure-code
plugin dir = $libraries/ceph
run dir = $work
admin socket =
log file =
mon cluster log file = $work/cluster.log
log to stderr = true
END
}

# The kernel kills the daemons when this script ends for any reason.
start_daemon() {
  setpriv --pdeathsig KILL -- "$@" --foreground --conf "$work/ceph.conf" \
    </dev/null >>"$work/daemons.log" 2>&1 4>&- &
  daemons+=($!)
}

start_cluster() {
  local conf=(--conf "$work/ceph.conf") monitor_map=$work/monitor-map store_map=$work/store-map
  ceph-authtool --create-keyring "$work/keyring" --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool "$work/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
  ceph-authtool "$work/keyring" --gen-key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
  monmaptool --create --fsid "$cluster_id" --addv a "[v2:127.0.0.1:$monitor_port]" "$monitor_map"
  # The monitor knows its one store from the beginning. The usual command to add it needs Python and more time.
  osdmaptool "${conf[@]}" --createsimple 1 "$store_map"
  ceph-mon -i a "${conf[@]}" --mkfs --monmap "$monitor_map" --osdmap "$store_map" --keyring "$work/keyring"
  start_daemon ceph-mon -i a
  timeout 60 ceph-osd -i 0 "${conf[@]}" --mkfs
  start_daemon ceph-osd -i 0
  timeout 60 radosgw-admin "${conf[@]}" user create --uid=test --display-name=test \
    --access-key="$access_key" --secret-key="$secret_key"
  start_daemon radosgw -n client.admin
  wait_until_listening
}

wait_until_listening() {
  local attempt
  for ((attempt = 0; attempt < 600; attempt++)); do
    kill -0 "${daemons[@]}" || return 1
    if (: <>"/dev/tcp/127.0.0.1/$s3_port") 2>/dev/null; then return; fi
    sleep 0.1
  done
  return 1
}

# All data is discarded, so the daemons are killed. A clean shutdown takes the gateway two minutes.
stop() {
  if ((${#daemons[@]} > 0)); then
    kill -KILL "${daemons[@]}" 2>/dev/null || true
    wait "${daemons[@]}" 2>/dev/null || true
  fi
  rm -rf "$work"
}

fail() {
  tail -n 30 "$work/daemons.log" >&4 || true
  exit 1
}

daemons=()
exec 4>&2
umask 077
mkdir "$work"
trap stop EXIT
trap 'exit 1' HUP INT TERM

for command in apt-get dpkg dpkg-deb flock setpriv; do
  command -v "$command" >/dev/null || unavailable "there is no $command, so Debian's packages of Ceph cannot be had"
done
mkdir -p "$cache"
# The script executes files from the cache, so another account must not own it.
if [ ! -O "$cache" ] || [ -L "$cache" ]; then unavailable "$cache belongs to someone else"; fi
root=$cache/$(. /etc/os-release && echo "${VERSION_CODENAME:-debian}")-$(dpkg --print-architecture)
unpack_packages

libraries=$(dirname "$root"/usr/lib/*/rados-classes)
export PATH=$root/usr/bin:$PATH
export LD_LIBRARY_PATH=$libraries:$libraries/ceph:$root/lib/$(basename "$libraries")
cluster_id=$(</proc/sys/kernel/random/uuid)
mkdir -p "$work/monitor" "$work/store" "$work/gateway"
write_configuration
trap fail ERR
set -o errtrace
start_cluster >>"$work/daemons.log" 2>&1
trap - ERR
echo ready
while read -r _; do :; done

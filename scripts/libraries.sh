# Sourced by the npm scripts that a newcomer runs first. Node's build on npm needs libatomic1, which Debian lacks where no compiler is
# installed. The superuser installs it; for others it is unpacked below .cache. In shell, because no Node runs without it.

libraries="$PWD/.cache/libraries"
[ -d "$libraries/usr/lib" ] && export LD_LIBRARY_PATH="$(echo "$libraries"/usr/lib/*-linux-gnu)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

if ! node --version >/dev/null 2>&1 && command -v apt-get >/dev/null; then
  echo 'Installing libatomic1, which Node needs ...'
  if [ "$(id -u)" -eq 0 ]; then
    apt-get install -y -qq libatomic1 >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq libatomic1 >/dev/null; }
  else
    mkdir -p "$libraries" &&
      (cd "$libraries" && apt-get download -qq libatomic1 && for file in libatomic1_*.deb; do dpkg -x "$file" . && rm "$file"; done) &&
      export LD_LIBRARY_PATH="$(echo "$libraries"/usr/lib/*-linux-gnu)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  fi
fi
node --version >/dev/null || {
  echo 'Node does not start, see above. On Debian: apt-get install libatomic1' >&2
  false
}

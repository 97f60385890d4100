import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What the blocks call and what would change this machine. Users are not made; a clone is this checkout, or that of the older version, with its own
 * copy of `deploy`; systemd is a process with the settings that its unit names.
 */
const stubs: Readonly<Record<string, string>> = {
  useradd: '',
  groupadd: '',
  adduser: '',
  id: 'echo "${AS:-root}"',
  sudo: 'test "$1 $2" = "-u pematang"; shift 2; AS=pematang SUDO_USER=dewi exec "$@"',
  install: `
    words=()
    while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2 ;; *) words+=("$1"); shift ;; esac; done
    exec /usr/bin/install "\${words[@]}"`,
  git: `
    test "$1 $2" = "clone --branch"
    tree=$CHECKOUT; [ "$3" != one ] || tree=$OLDER
    mkdir -p "$5"; ln -s "$tree"/* "$5"; rm "$5/deploy"
    cp -r "$tree/deploy" "$5/deploy"
    grep -rlZ . "$5/deploy/machine" "$5/deploy/cluster/systemd" | xargs -0 sed -i -E "$PLACES"`,
  npm: `
    case "$*" in
      ci) test -d node_modules ;;
      'run build') test -e web/dist/index.html || test -d web/dist/assets ;;
    esac`,
  systemctl: `
    what=$1; shift; [ "\${1:-}" != --now ] || shift
    for name in "$@"; do
      unit="$ROOT/etc/systemd/system/$name.service"
      case "$what:$name" in
        reload:*) ;;
        stop:*) kill "$(cat "$ROOT/run/$name")"; while kill -0 "$(cat "$ROOT/run/$name")" 2>/dev/null; do sleep 0.2; done ;;
        enable:*|start:*)
          set -a; . <(sed "s/^DATABASE_URL=.*/'&'/; s/^'DATABASE_URL=/DATABASE_URL='/" "$(sed -n 's/^EnvironmentFile=//p' "$unit")"); eval "$(sed -n 's/^Environment=//p' "$unit")"; set +a
          cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
          setsid $(sed -n 's/^ExecStart=//p' "$unit") >>"$ROOT/run/$name.log" 2>&1 &
          echo $! >"$ROOT/run/$name" ;;
      esac
    done`,
}

/** Writes the programs that stand in for those of the machine into a folder for the front of PATH. */
export function writeStubs(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(stubs)) {
    const file = path.join(folder, name)
    writeFileSync(file, `#!/bin/bash\nset -eu\n${text}\n`)
    chmodSync(file, 0o755)
  }
}

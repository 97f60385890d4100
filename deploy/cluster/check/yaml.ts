import { spawnSync } from 'node:child_process'
import path from 'node:path'

/**
 * Reads YAML with the library that Patroni reads its configuration with (Debian's python3-yaml).
 * @throws with the place of what cannot be read, also of a key that stands twice
 */
export function readYaml(text: string): unknown {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [path.join(import.meta.dirname, 'strict-yaml.py')], {
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) {
    const lines = stderr.trim().split('\n')
    throw new Error(lines.slice(-3).map((line) => line.trim()).join(' '))
  }
  return JSON.parse(stdout)
}

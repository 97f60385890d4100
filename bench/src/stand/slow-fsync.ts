import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const source = path.join(import.meta.dirname, '..', 'slow-fsync.c')

/**
 * Creates a folder of server programs whose `postgres` adds 1 ms to each fsync: the programs of the server with the
 * given `postmaster`, and a preloaded library.
 * @returns the folder, or a sentence with the reason why it is impossible.
 */
export function slowPrograms(folder: string, postmaster: number): { bin: string } | { why: string } {
  if (process.platform !== 'linux') return { why: 'fsync can be slowed on Linux only' }
  const library = path.join(folder, 'slow-fsync.so')
  const made = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (made.error) return { why: 'there is no gcc to compile slow-fsync.c with' }
  if (made.status !== 0) return { why: `gcc does not compile slow-fsync.c: ${made.stderr.trim()}` }
  chmodSync(library, 0o755)

  const real = path.dirname(readlinkSync(`/proc/${postmaster}/exe`))
  const bin = path.join(folder, 'slow', 'bin')
  mkdirSync(bin, { recursive: true })
  for (const at of [path.dirname(bin), bin]) chmodSync(at, 0o755)
  for (const beside of ['lib', 'share'])
    symlinkSync(path.join(real, '..', beside), path.join(folder, 'slow', beside))
  script(
    path.join(bin, 'postgres'),
    `LD_PRELOAD=${quoted(library)} exec ${quoted(path.join(real, 'postgres'))} "$@"`,
  )
  script(path.join(bin, 'initdb'), `exec ${quoted(path.join(real, 'initdb'))} "$@"`)
  return { bin }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function script(file: string, line: string): void {
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
}

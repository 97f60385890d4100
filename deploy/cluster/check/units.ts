import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'

const ours = path.resolve(import.meta.dirname, '../systemd')
const debian = '/lib/systemd/system'
const program = '/usr/bin/systemd-analyze'

/**
 * Has systemd read the units and what is added to Debian's, in a folder that stands for a machine: nothing is started or
 * installed.
 * @param units the folder of the units and of the folders `NAME.service.d`
 * @returns what systemd says about them, in lines; empty where it has nothing to say
 * @throws where there is no systemd-analyze
 */
export function unitFindings(units: string = ours): string[] {
  if (!existsSync(program)) throw new Error(`There is no ${program}: it is in Debian's package systemd.`)
  const machine = mkdtempSync(path.join(os.tmpdir(), 'pematang-units-'))
  try {
    const own = path.join(machine, 'etc/systemd/system')
    cpSync(debian, path.join(machine, debian), { recursive: true, verbatimSymlinks: true })
    cpSync(units, own, { recursive: true })
    const names = readdirSync(units).map((name) => name.replace(/\.d$/, ''))
    const absent = names.filter((name) => !existsSync(path.join(own, name)) && !existsSync(path.join(debian, name)))
    for (const name of names) for (const file of programsIn(machine, name)) makeProgram(machine, file)
    const said = spawnSync(
      program,
      ['verify', `--root=${machine}`, '--man=no', '--recursive-errors=no', ...names.filter((name) => !absent.includes(name))],
      { encoding: 'utf8' },
    )
    const lines = said.stderr.split('\n').filter((line) => names.some((name) => line.includes(name)))
    return [
      ...absent.map((name) => `${name} is added to, and no Debian package here has it`),
      ...lines.map((line) => line.replaceAll(machine, '')),
      ...(said.status !== 0 && lines.length === 0 ? [`systemd-analyze ended with ${said.status}: ${said.stderr.trim()}`] : []),
    ]
  } finally {
    rmSync(machine, { recursive: true, force: true })
  }
}

/** What the units of the product start is in its own folders, which this machine does not have; the rest has to be here. */
const elsewhere = /^\/(opt|usr\/local)\//

/** The programs of a unit and of what is added to it. */
function programsIn(machine: string, name: string): string[] {
  const own = path.join(machine, 'etc/systemd/system')
  const added = path.join(own, `${name}.d`)
  const files = [
    path.join(own, name),
    path.join(machine, debian, name),
    ...(existsSync(added) ? readdirSync(added).map((file) => path.join(added, file)) : []),
  ].filter((file) => existsSync(file))
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const programs = [...text.matchAll(/^Exec\w+=[-@:+!]*(\/\S+)/gm)].map(([, file = '']) => file)
  return [...new Set(programs)].filter((file) => elsewhere.test(file) || existsSync(file))
}

function makeProgram(machine: string, file: string): void {
  const place = path.join(machine, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, '')
  chmodSync(place, 0o755)
}

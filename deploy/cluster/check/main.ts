import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { layoutIn, nodesOf } from '../layout.ts'
import { installPackages, packagesOfNodes } from '../packages.ts'
import { render } from '../render.ts'
import { composeFindings, containerFindings, readComposeFile, readContainerFile } from './containers.ts'
import { unitFindings } from './units.ts'
import { readYaml } from './yaml.ts'

/** The network of compose.yml. */
const composePrefix = '10.187.78'

/**
 * Has the programs that read the hand-written files read them, without starting anything: systemd the units, HAProxy, Patroni
 * and pgBackRest what `render` writes; and compares the container files with it.
 * @returns 0 if nothing was found
 */
export async function checkFiles(): Promise<number> {
  await installPackages()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-files-'))
  const rendered = path.join(folder, 'config')
  try {
    const layout = layoutIn(composePrefix)
    await render(layout, rendered)
    const parts: [string, string[]][] = [
      ['systemd units', unitFindings()],
      ['containers', [
        ...composeFindings(readComposeFile(), layout, rendered),
        ...containerFindings(readContainerFile(), packagesOfNodes),
      ]],
      ['configuration of the nodes', nodesOf(layout).flatMap(({ name }) => nodeFindings(path.join(rendered, name), name))],
    ]
    for (const [name, found] of parts) {
      console.log(`${name}: ${found.length === 0 ? 'nothing found' : ''}`)
      for (const line of found) console.log(`  ${line}`)
    }
    return parts.some(([, found]) => found.length > 0) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function nodeFindings(folder: string, node: string): string[] {
  const at = (file: string) => path.join(folder, file)
  if (node.startsWith('db')) {
    try {
      readYaml(readFileSync(at('patroni.yml'), 'utf8'))
    } catch (error) {
      return [`${node}/patroni.yml: ${(error as Error).message}`]
    }
    return readBy(node, '/usr/bin/pgbackrest', [`--config=${at('pgbackrest.conf')}`, '--stanza=pematang', 'repo-ls'], /^(ERROR|WARN): \[03\d\]|configuration file contains/m)
  }
  if (node === 'backup')
    return ['pgbackrest.conf', 'restore.conf'].flatMap((file) =>
      readBy(node, '/usr/bin/pgbackrest', [`--config=${at(file)}`, '--stanza=pematang', 'info'], /^(ERROR|WARN): \[03\d\]|configuration file contains/m),
    )
  return readBy(node, '/usr/sbin/haproxy', ['-c', '-f', at('haproxy.cfg')], /\[(ALERT|WARNING)\]/)
}

/** What a program says about its configuration, where that is a fault of the file. */
function readBy(node: string, program: string, args: readonly string[], fault: RegExp): string[] {
  const { stdout, stderr } = spawnSync(program, [...args], { encoding: 'utf8', timeout: 30_000 })
  return `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => fault.test(line))
    .map((line) => `${node}: ${line.trim()}`)
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Audit, judgeAudit, type Seen } from './advisories/judge.ts'
import { readSbom } from './sbom/read-sbom.ts'

// `npm run advisories [-- FILE]`: what the registry knows of the installed packages, and since when, which FILE keeps.
// Exit 1: something is past its time to mend. Exit 2: the registry does not answer, so the components are listed.

const root = path.resolve(import.meta.dirname, '..')
const file = path.resolve(process.argv[2] ?? path.join(root, '.cache', 'advisories.json'))

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Seen) : {}
const verdict = judgeAudit(JSON.parse(stdout || '{}') as Audit, before, new Date().toISOString().slice(0, 10))
if (verdict === null) {
  const { components } = readSbom()
  for (const { name, version } of components) console.log(`${name} ${version}`)
  console.error(
    `The registry answers no advisories: look these ${components.length} components up elsewhere.`,
  )
  process.exitCode = 2
} else {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(verdict.seen, null, 2)}\n`)
  for (const line of verdict.lines) console.log(line)
  console.log(`${verdict.lines.length} advisories, ${verdict.overdue} past their time to mend`)
  if (verdict.overdue > 0) process.exitCode = 1
}

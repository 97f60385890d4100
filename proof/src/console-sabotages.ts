import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { consoleSabotages } from './sabotages/console.ts'

// Switches off one rule of the console after the other and runs the test file that must fail without it. Names pick some.

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !consoleSabotages.some((one) => one.name === name))
if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`)
const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'console-sabotages-'))

type Report = { testResults: { assertionResults: { status: string; title: string }[] }[] }

/** The titles of the tests that failed. */
function failedWithout(name: string): string[] {
  const out = path.join(folder, `${name}.json`)
  const args = ['vitest', 'run', '--config', 'proof/src/sabotages/vitest.config.ts', '--reporter=json']
  const env = { ...process.env, SABOTAGE: name }
  const { stderr } = spawnSync('npx', [...args, `--outputFile=${out}`], { cwd: root, env, encoding: 'utf8' })
  let report: Report
  try {
    report = JSON.parse(readFileSync(out, 'utf8')) as Report
  } catch {
    throw new Error(`the tests did not run without ${name}: ${stderr}`)
  }
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title)
}

try {
  for (const { name } of consoleSabotages) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const [first] = failedWithout(name)
    console.log(`${name}: ${first ?? 'NOT FOUND'}`)
    if (first === undefined) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { testEnvironment } from './verify/environment.ts'
import { outcome } from './verify/outcome.ts'

// `npm run verify`: installs what the tests need, then all checks and tests; it stops at the first step that fails. The
// last line is `N passed, N failed`. A failed journey in the browser is tried once more and named above that line;
// `npm run verify -- --once` tries nothing twice.

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, '.cache/test-results')
const once = process.argv.includes('--once') ? ['--', '--retry=0'] : []

const steps: string[][] = [
  ['setup-tests'],
  ['check'],
  ['build'],
  ['size'],
  ['test'],
  ['prove'],
  ['test:e2e', ...once],
]

rmSync(results, { recursive: true, force: true })
const env = testEnvironment(process.env)
const passes = (step: string[]): boolean =>
  spawnSync('npm', ['run', ...step], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
const failed = steps.find((step) => !passes(step))
const reports = [`${results}/unit.json`, `${results}/e2e.json`]
const { lines, passed } = outcome(failed?.[0] ?? null, reports, root)
console.log(lines.join('\n'))
process.exitCode = passed ? 0 : 1

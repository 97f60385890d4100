import { rmSync } from 'node:fs'
import path from 'node:path'
import { testEnvironment } from './verify/environment.ts'
import { outcome } from './verify/outcome.ts'
import { runSteps } from './verify/steps.ts'

// `npm run verify`: installs what the tests need, then all checks and tests; it stops at the first step that fails. The
// journeys mostly wait, so the other steps run beside them; prove waits too and comes early. The last line is
// `N passed, N failed`. A failed journey in the browser is tried once more and named above that line;
// `npm run verify -- --once` tries nothing twice.

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, '.cache/test-results')
const once = process.argv.includes('--once') ? ['--', '--retry=0'] : []

rmSync(results, { recursive: true, force: true })
const place = { root, logs: results, env: testEnvironment(process.env) }
const failed =
  (await runSteps([[['setup-tests'], ['build'], ['size']]], place)) ??
  (await runSteps([[['test:e2e', ...once]], [['check'], ['prove'], ['test']]], place))
const { lines, passed } = outcome(failed, [`${results}/unit.json`, `${results}/e2e.json`], root)
console.log(lines.join('\n'))
process.exitCode = passed ? 0 : 1

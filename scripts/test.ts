import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { changedTests } from './verify/changed-tests.ts'

// `npm test`: all tests without a browser, or those that the arguments of Vitest name. With `--changed`, those near what
// differs from the last commit, which answer in about a minute; `--changed=main` compares with a branch.

const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)
const changed = args.find((arg) => /^--changed(=|$)/.test(arg))

function gitLines(...command: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', command, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${command.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/** The files of the tests to run. */
function chosen(since: string): string[] {
  const files = [
    ...gitLines('diff', '--name-only', '--relative', since),
    ...gitLines('ls-files', '--others', '--exclude-standard'),
  ]
  const tests = globSync('{contract,server,sandbox,web,scripts,deploy,proof,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => path.basename(name) === 'node_modules',
  })
  const sources = new Map(tests.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  return changedTests(files, sources)
}

const files = changed === undefined ? [] : chosen(changed.split('=')[1] ?? 'HEAD')
if (changed !== undefined && files.length === 0) {
  console.log('No test is near what changed.')
} else {
  const report = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/test-results/unit.json']
  const rest = args.filter((arg) => arg !== changed)
  const { status } = spawnSync('vitest', ['run', ...report, ...rest, ...files], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}

import path from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'

/** A request of the runner: run the tests with this file's text replaced, or with none. */
export type Question = { file: string | null; text: string }
/** Whether the tests failed, which kills the mutant. */
export type Verdict = { killed: boolean; tests: number }

const root = path.resolve(import.meta.dirname, '../..')
let replaced: Question = { file: null, text: '' }

const [database, ...include] = process.argv.slice(2)

const vitest: Vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include,
    reporters: [{}],
    maxWorkers: 1,
    isolate: true,
    bail: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    // Threads end with their process, also when a mutant never ends.
    pool: 'threads',
    // One PostgreSQL for all runs of this process.
    globalSetup: database === 'true' ? ['server/testing/global-setup.ts'] : [],
    // Disabled, because the cache would serve the original text and no mutated code would ever run.
    fsModuleCache: false,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (replaced.file !== null && id.split('?')[0] === replaced.file ? replaced.text : null),
      },
    ],
  },
)
await vitest.standalone()

process.on('message', (question: Question) => void answer(question))
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
process.send?.('ready')

async function answer(question: Question): Promise<void> {
  const before = replaced.file
  replaced = { ...question, file: question.file && path.join(root, question.file) }
  for (const file of [before, replaced.file]) if (file !== null) vitest.invalidateFile(file)
  const specifications = await vitest.globTestSpecifications()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = unhandledErrors.length > 0 || testModules.some((one) => one.state() === 'failed')
  const verdict: Verdict = { killed: failed, tests: testModules.length }
  if (process.connected) process.send?.(verdict)
}

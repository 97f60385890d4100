import path from 'node:path'
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'

/** A request of the runner: run the tests with this file's text replaced, or with none. */
export type Question = { file: string | null; text: string; cpuLimitMs?: number | undefined }
/** Whether the tests failed, which kills the mutant; `timeout` where one failed only because it did not end in time. */
export type Verdict = { killed: boolean; timeout: boolean; tests: number; cpuMs: number }

const root = path.resolve(import.meta.dirname, '../..')
let replaced: Question = { file: null, text: '' }

/** The test files that killed a mutant, the last one at the end. */
const killers = new Set<string>()
const placeOf = ({ moduleId }: TestSpecification): number => [...killers].indexOf(moduleId)

/** Begins with the file that killed last: the first failure ends a run, and the next mutant is often one of the same function. */
class LastKillerFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => placeOf(b) - placeOf(a)))
  }
}

const [database, ...include] = process.argv.slice(2)

const vitest: Vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include,
    reporters: [{}],
    maxWorkers: 1,
    // The files of one run share their modules, as in `npm test`: loading them is most of the work.
    isolate: false,
    bail: 1,
    sequence: { sequencer: LastKillerFirst },
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

// Without an answer the process ends, which the runner sees.
process.on('message', (question: Question) => void answer(question).catch(() => process.exit(1)))
process.on('disconnect', () => void vitest.close().finally(() => process.exit()))
process.send?.('ready')

async function answer(question: Question): Promise<void> {
  const before = replaced.file
  replaced = { ...question, file: question.file && path.join(root, question.file) }
  for (const file of [before, replaced.file]) if (file !== null) vitest.invalidateFile(file)
  const specifications = await vitest.globTestSpecifications()
  const start = process.cpuUsage()
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const watch = setInterval(() => {
    if (cpuMs() > (question.cpuLimitMs ?? Number.POSITIVE_INFINITY))
      send({ killed: true, timeout: true, tests: 0, cpuMs: cpuMs() })
  }, 500)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  clearInterval(watch)
  const killed = unhandledErrors.length > 0 || testModules.some((one) => one.state() === 'failed')
  for (const { moduleId } of testModules.filter((one) => one.state() === 'failed')) {
    killers.delete(moduleId)
    killers.add(moduleId)
  }
  send({ killed, timeout: testModules.some(hasTimedOut), tests: testModules.length, cpuMs: cpuMs() })
}

function send(verdict: Verdict): void {
  if (process.connected) process.send?.(verdict)
}

/** Whether a test or a hook failed because it took longer than Vitest allows. */
function hasTimedOut(module: TestModule): boolean {
  const failed = [...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])
  return [...module.errors(), ...failed].some(({ message }) => /timed out in \d+ms/.test(message))
}

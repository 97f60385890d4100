import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { applyMutant, type Mutant, mutantsOf } from './mutation/mutate.ts'
import { type Room, rooms } from './mutation/rooms.ts'
import type { Question, Verdict } from './mutation/worker.ts'

// `npm run mutation [-- room …]`: makes one small change after the other in the code about money, and lists each change
// that no test detects. Not part of the tests, because it runs them hundreds of times; docs/mutation.md has the last
// result.

const root = path.resolve(import.meta.dirname, '..')
const limitMs = 60_000

/** A process that runs the tests of one group of files; it is killed when a mutant never ends. */
class Runner {
  readonly #tests: readonly string[]
  #child: ChildProcess | null = null

  constructor(tests: readonly string[]) {
    this.#tests = tests
  }

  /**
   * Asks the process to run the tests.
   * @returns the verdict, or `timeout`
   */
  async ask(question: Question): Promise<Verdict | 'timeout'> {
    const child = (this.#child ??= await this.#start())
    const answer = next(child)
    child.send(question)
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    try {
      return (await answer) as Verdict
    } catch {
      this.#child = null
      return 'timeout'
    } finally {
      clearTimeout(timer)
    }
  }

  stop(): void {
    this.#child?.kill()
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(path.join(root, 'scripts/mutation/worker.ts'), [...this.#tests], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await next(child)
    return child
  }
}

function next(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('the process of the tests ended'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}

async function mutateRoom(
  name: string,
  room: Room,
): Promise<{ killed: number; timedOut: number; survived: string[] }> {
  const runner = new Runner(room.tests)
  const result = { killed: 0, timedOut: 0, survived: [] as string[] }
  try {
    const whole = await runner.ask({ file: null, text: '' })
    if (whole === 'timeout' || whole.killed || whole.tests === 0)
      throw new Error(`The tests of ${name} do not pass without a change.`)
    for (const file of room.files) {
      const text = readFileSync(path.join(root, file), 'utf8')
      for (const mutant of mutantsOf(file, text)) {
        const verdict = await runner.ask({ file, text: applyMutant(text, mutant) })
        if (verdict === 'timeout') result.timedOut += 1
        if (verdict === 'timeout' || verdict.killed) result.killed += 1
        else {
          result.survived.push(describe(file, mutant))
          console.log(`  survived: ${describe(file, mutant)}`)
        }
      }
    }
  } finally {
    runner.stop()
  }
  return result
}

const describe = (file: string, { line, from, to }: Mutant): string =>
  `${file}:${line} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in rooms))
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}; there are ${Object.keys(rooms).join(', ')}.`)
  process.exit(2)
}
for (const [name, room] of Object.entries(rooms)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { killed, timedOut, survived } = await mutateRoom(name, room)
  const all = killed + survived.length
  const share = all === 0 ? 100 : (100 * killed) / all
  console.log(`${name}: ${killed} of ${all} killed (${timedOut} by the time limit), ${share.toFixed(1)}%`)
  if (share < 95) process.exitCode = 1
}

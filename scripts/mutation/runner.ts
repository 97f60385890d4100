import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Room } from './rooms.ts'
import type { Question, Verdict } from './worker.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** The last resort: the process limits its own CPU time, and Vitest ends a test that waits for something. */
const limitMs = 600_000
/** How long a process may take to stop its database. A process without one is killed at once: its thread may never end. */
const stopMs = { memory: 0, database: 20_000 }

/** CPU time for the tests of one mutant: this many times what they took without one, and at least five seconds. */
const cpuFactor = 10
const leastCpuMs = 5_000

/** A process that runs the tests of one room; it is stopped when a mutant never ends. */
export class Runner {
  readonly #room: Room
  #child: ChildProcess | null = null
  #cpuLimitMs: number | undefined

  constructor(room: Room) {
    this.#room = room
  }

  /**
   * Asks the process to run the tests, with the text of a file replaced. The first time is without, and shows how long they take.
   * @returns the verdict, or `timeout`
   */
  async ask(file: string | null, text = ''): Promise<Verdict | 'timeout'> {
    const child = (this.#child ??= await this.#start())
    const answer = next(child)
    child.send({ file, text, cpuLimitMs: this.#cpuLimitMs } satisfies Question)
    const limit = setTimeout(() => void this.stop(), limitMs)
    try {
      const verdict = (await answer) as Verdict
      this.#cpuLimitMs ??= Math.max(leastCpuMs, cpuFactor * verdict.cpuMs)
      if (!verdict.timeout) return verdict
      await this.stop()
      return 'timeout'
    } catch {
      await this.stop()
      return 'timeout'
    } finally {
      clearTimeout(limit)
    }
  }

  /** Ends the process, which stops its database, or kills it where it does not end. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs[this.#room.database ? 'database' : 'memory'])
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(kill)
  }

  async #start(): Promise<ChildProcess> {
    const { tests, database = false } = this.#room
    const child = fork(path.join(root, 'scripts/mutation/worker.ts'), [String(database), ...tests], {
      cwd: root,
      // A loop that never ends may fill the memory first; the process then ends by itself.
      execArgv: ['--max-old-space-size=1500'],
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

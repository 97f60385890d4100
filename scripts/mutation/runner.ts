import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Room } from './rooms.ts'
import type { Question, Verdict } from './worker.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A minute for tests in memory; a database that waits for a lock needs longer until its test gives up. */
const limitMs = { memory: 60_000, database: 180_000 }
/** How long a process may take to stop its database. */
const stopMs = 20_000

/** A process that runs the tests of one room; it is stopped when a mutant never ends. */
export class Runner {
  readonly #room: Room
  #child: ChildProcess | null = null

  constructor(room: Room) {
    this.#room = room
  }

  /**
   * Asks the process to run the tests.
   * @returns the verdict, or `timeout`
   */
  async ask(question: Question): Promise<Verdict | 'timeout'> {
    const child = (this.#child ??= await this.#start())
    const answer = next(child)
    child.send(question)
    const limit = setTimeout(() => void this.stop(), limitMs[this.#room.database ? 'database' : 'memory'])
    try {
      return (await answer) as Verdict
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
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(kill)
  }

  async #start(): Promise<ChildProcess> {
    const { tests, database = false } = this.#room
    const child = fork(path.join(root, 'scripts/mutation/worker.ts'), [String(database), ...tests], {
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

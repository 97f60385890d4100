import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../../server/database/index.ts'
import { describeEnding, type Ending, ending, type Program, runChild } from './child.ts'
import type { StartLog } from './log.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/**
 * Milliseconds without a crash after which a service counts as healthy: the delay after its next crash starts short
 * again.
 */
const HEALTHY_MS = 30_000

/** A program that should always run: it is restarted after a crash, with growing delays. */
export class Service {
  readonly program: Program
  /** How often the service ended without being stopped. */
  crashes = 0
  readonly #log: StartLog
  readonly #stopped = new AbortController()
  #child: ChildProcess | null = null
  #loop: Promise<void> | null = null

  constructor(program: Program, log: StartLog) {
    this.program = program
    this.#log = log
  }

  start(): void {
    this.#loop ??= this.#keepRunning()
  }

  /** Process id of the current child, if one runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Requests a graceful shutdown (SIGTERM) and kills the process after `limitMs`; resolves when the process has ended.
   */
  async stop(limitMs: number): Promise<void> {
    this.#stopped.abort()
    this.#child?.kill('SIGTERM')
    const timer = setTimeout(() => {
      if (this.#child === null) return
      this.#log.say(`${this.program.name} did not end in ${limitMs / 1000} seconds and is ended by force.`)
      this.kill()
    }, limitMs)
    await this.#loop
    clearTimeout(timer)
  }

  /** Kills the process at once. */
  kill(): void {
    this.#stopped.abort()
    this.#child?.kill('SIGKILL')
  }

  async #runOnce(): Promise<Ending> {
    try {
      this.#child = runChild(this.program, 'service', this.#log)
      return await ending(this.#child)
    } catch (error) {
      // Thrown where the machine has no memory for another process; it is tried again as after a crash.
      this.#log.say(`${this.program.name} could not be started: ${errorMessage(error)}`)
      return { code: 127, signal: null }
    } finally {
      this.#child = null
    }
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopped
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const since = performance.now()
      const end = await this.#runOnce()
      if (signal.aborted) return
      this.crashes += 1
      if (performance.now() - since > HEALTHY_MS) pause = FIRST_PAUSE_MS
      this.#log.say(`${this.program.name} ended ${describeEnding(end)}; it is started again in ${pause} ms.`)
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}

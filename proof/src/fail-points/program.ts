import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Spares } from './spares.ts'

type ProgramOptions = {
  file: string
  env: Record<string, string>
  logFile: string
  beforeRestart?: () => Promise<unknown>
  /** Called when the process ended otherwise than at a fail point or by `restart`. */
  onCrash: (how: string) => void
}

/** One process of the product. It is started again whenever it ended, as a supervisor does. */
export class Program {
  readonly #spares: Spares
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #stopping = false
  #restarting = false

  constructor(options: ProgramOptions) {
    this.#options = options
    this.#spares = new Spares(options.file, options.env, options.logFile)
  }

  start(): void {
    const child = this.#spares.take()
    this.#child = child
    child.once('exit', (code, signal) => {
      if (this.#stopping) return
      if (signal !== 'SIGKILL' && !this.#restarting)
        this.#options.onCrash(`${this.#options.file} ended by itself with ${code ?? signal}`)
      this.#restarting = false
      void (this.#options.beforeRestart?.() ?? Promise.resolve()).finally(() => this.start())
    })
  }

  /** Ends the process as a supervisor does, and starts it again. */
  async restart(): Promise<void> {
    const child = this.#child
    if (!child || hasEnded(child)) return
    this.#restarting = true
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#spares.close()
    const child = this.#child
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

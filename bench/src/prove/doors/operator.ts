import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { System } from '../system/system.ts'

type Ended = { id: number; code: number; out: string; err: string }
export type Reply = { code: number; data: Record<string, unknown>; said: string }

/** The operator's command line, in one process for all commands. */
export class OperatorDoor {
  readonly #system: System
  #child: ChildProcess | null = null
  readonly #waiting = new Map<number, (ended: Ended) => void>()
  #commands = 0
  #hasEnded = false

  constructor(system: System) {
    this.#system = system
  }

  /** @throws Error after `end` */
  async run(args: readonly string[], input = ''): Promise<Reply> {
    if (this.#hasEnded) throw new Error(`operator ${args.join(' ')} was asked after the end of the run`)
    const child = this.#open()
    const id = (this.#commands += 1)
    const ended = await new Promise<Ended>((resolve) => {
      this.#waiting.set(id, resolve)
      child.send({ id, args: ['--json', ...args], input })
    })
    const said = `${ended.out}${ended.err}`.trim()
    const isJson = said.startsWith('{')
    return { code: ended.code, data: isJson ? (JSON.parse(said) as Record<string, unknown>) : {}, said }
  }

  /**
   * Runs a command that must succeed.
   * @throws Error unless the command ends with exit code 0
   */
  async must(args: readonly string[], input = ''): Promise<Reply> {
    const reply = await this.run(args, input)
    if (reply.code !== 0)
      throw new Error(`operator ${args.join(' ')} ended with ${reply.code}: ${reply.said}`)
    return reply
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /**
   * Ends the process of the command line. The next command starts another one, with the system's clock at that time.
   */
  close(): void {
    this.#child?.disconnect()
    this.#child = null
  }

  /** Ends the process for good: after a breach other workers still repeat commands, which would start it again. */
  end(): void {
    this.#hasEnded = true
    this.close()
  }

  #open(): ChildProcess {
    if (this.#child) return this.#child
    const { environment, aheadMs, tree } = this.#system
    const child = fork(path.join(tree, 'server/testing/operator-session.ts'), {
      env: { ...environment, PROVE_CLOCK_AHEAD_MS: String(aheadMs) },
      execArgv: ['--import', path.join(import.meta.dirname, '../system/shifted-clock.ts')],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', (ended: Ended) => {
      this.#waiting.get(ended.id)?.(ended)
      this.#waiting.delete(ended.id)
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
      for (const [id, resolve] of this.#waiting) resolve({ id, code: 70, out: '', err: 'the session ended' })
      this.#waiting.clear()
    })
    this.#child = child
    return child
  }
}

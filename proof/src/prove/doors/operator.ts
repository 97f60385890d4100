import { type ChildProcess, fork } from 'node:child_process'
import { processCpu } from '../../../../bench/src/stand/cpu.ts'
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
  /** CPU microseconds of processes that were closed. */
  #used = 0

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

  /** The CPU microseconds of all its processes so far. */
  cpu(): number {
    return this.#used + processCpu(this.#child?.pid ?? 0)
  }

  /**
   * Ends the process of the command line. The next command starts another one, with the system's clock at that time.
   */
  close(): void {
    this.#used = this.cpu()
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
    const { file, execArgv, env } = this.#system.launch('server/testing/operator-session.ts')
    const child = fork(file, {
      ...{ env, execArgv },
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

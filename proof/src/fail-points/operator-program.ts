import type { ChildProcess } from 'node:child_process'
import type { Ended as Reply } from '../../../server/testing/operator-session.ts'
import { Spares } from './spares.ts'

export type Ended = { code: number | null; wasKilled: boolean; output: string }

/** The operator's command line, in one process for all commands until that is killed. */
export class OperatorProgram {
  readonly #spares: Spares
  #child: ChildProcess | undefined
  #commands = 0

  constructor(file: string, env: Record<string, string>, logFile: string) {
    this.#spares = new Spares(file, env, logFile)
  }

  /** Runs a command with --json. */
  run(args: readonly string[]): Promise<Ended> {
    const child = (this.#child ??= this.#spares.take())
    const id = (this.#commands += 1)
    return new Promise((resolve) => {
      const onMessage = (reply: Reply | 'started'): void => {
        if (reply === 'started' || reply.id !== id) return
        end({ code: reply.code, wasKilled: false, output: `${reply.out}${reply.err}`.trim() })
      }
      const onExit = (code: number | null, signal: string | null): void => {
        this.#child = undefined
        end({ code, wasKilled: signal === 'SIGKILL', output: '' })
      }
      const end = (ended: Ended): void => {
        child.off('message', onMessage)
        child.off('exit', onExit)
        resolve(ended)
      }
      child.on('message', onMessage)
      child.once('exit', onExit)
      child.send({ id, args: ['--json', ...args], input: '' })
    })
  }

  close(): void {
    this.#spares.close()
    this.#child?.disconnect()
    this.#child = undefined
  }
}

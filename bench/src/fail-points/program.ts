import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'

const server = path.join(import.meta.dirname, '../../../server/src/main')

/** One process of the product. It is started again whenever it was killed, as a supervisor does. */
export class Program {
  readonly #script: string
  readonly #env: Record<string, string>
  readonly #logFile: string
  readonly #beforeRestart: () => Promise<unknown>
  #child: ChildProcess | undefined
  #stopping = false

  constructor(
    name: 'http' | 'worker',
    env: Record<string, string>,
    folder: string,
    beforeRestart: () => Promise<unknown> = async () => {},
  ) {
    this.#script = path.join(server, `${name}.ts`)
    this.#env = env
    this.#logFile = path.join(folder, `${name}.log`)
    this.#beforeRestart = beforeRestart
  }

  start(): void {
    const log = openSync(this.#logFile, 'a')
    const child = spawn(process.execPath, [this.#script], {
      env: this.#env,
      // With an IPC channel, the child ends when this process ends.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    this.#child = child
    child.once('exit', () => {
      if (!this.#stopping) void this.#beforeRestart().finally(() => this.start())
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

export type Ended = { code: number | null; wasKilled: boolean; output: string }

/** Runs the operator's command line once, with --json. */
export async function runOperatorOnce(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(server, 'operator.ts'), '--json', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, wasKilled: signal === 'SIGKILL', output: output.trim() }
}

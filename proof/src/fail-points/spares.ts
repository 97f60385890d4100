import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { compileCache } from '../../../server/testing/compile-cache.ts'

const warm = path.join(import.meta.dirname, 'warm.ts')

/** Starts processes of one program. The next one is always loading already, because they are killed every few seconds. */
export class Spares {
  readonly #program: string
  readonly #env: Record<string, string>
  readonly #logFile: string
  #next: ChildProcess | undefined
  readonly #onExit = (): void => {
    this.#next = undefined
  }

  /**
   * @param program the path of the program
   * @param logFile receives what the processes print
   */
  constructor(program: string, env: Record<string, string>, logFile: string) {
    this.#program = program
    this.#env = { ...env, ...compileCache }
    this.#logFile = logFile
  }

  /** Starts a process, with an IPC channel. */
  take(): ChildProcess {
    const child = this.#next ?? this.#spawn()
    child.off('exit', this.#onExit)
    child.send('start')
    this.#next = this.#spawn()
    return child
  }

  /** Ends the process that is not in use. */
  close(): void {
    this.#next?.off('exit', this.#onExit)
    this.#next?.kill('SIGKILL')
    this.#next = undefined
  }

  #spawn(): ChildProcess {
    const log = openSync(this.#logFile, 'a')
    const child = spawn(process.execPath, [warm, this.#program], {
      env: this.#env,
      // With an IPC channel, the child ends when this process ends.
      stdio: ['ignore', log, log, 'ipc'],
    })
    closeSync(log)
    child.once('exit', this.#onExit)
    return child
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Source, StartLog } from './log.ts'

/** One of our programs: its script and its environment. */
export interface Program {
  name: string
  script: string
  env: NodeJS.ProcessEnv
  cwd: string
}

/** How a child ended: an exit code, or the signal that killed it. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * Runs a program with our own Node in a process group of its own, so that Ctrl-C reaches it only through this process,
 * in the right order. It has an IPC channel to this process and ends when the channel closes.
 */
export function runChild(program: Program, kind: Source['kind'], log: StartLog): ChildProcess {
  const preload = new URL('./exit-with-parent.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', preload, program.script], {
    cwd: program.cwd,
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const source = { name: program.name, kind }
  if (child.stdout) copyLines(child.stdout, (text) => log.line(source, text, false))
  if (child.stderr) copyLines(child.stderr, (text) => log.line(source, text, true))
  child.on('error', (error) => log.line(source, `could not be started: ${error.message}`, true))
  return child
}

/** Resolves when the child has ended and its output has been read. */
export function ending(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null })
    })
  })
}

/** How a child ended, as words: "with code 1" or "by SIGKILL". */
export function describeEnding({ code, signal }: Ending): string {
  return signal === null ? `with code ${code}` : `by ${signal}`
}

function copyLines(stream: Readable, take: (text: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', take)
}

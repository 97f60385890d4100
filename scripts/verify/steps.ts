import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** An npm script and its arguments. */
export type Step = readonly [name: string, ...args: string[]]

type StepsPlace = { root: string; logs: string; env: NodeJS.ProcessEnv }

/** Milliseconds that a stopped step has for ending its servers and browsers, before it is killed. */
const grace = 30_000

/** The niceness of all rows but the first. */
const behind = 5

/**
 * Runs rows of steps beside each other, those of a row one after the other; where they want the same core, the first row
 * comes before the others. The output of a step is a file of `logs`, and is printed whole when the step ends. The first
 * failure, or a request to stop this process, ends all other steps with the processes that they started.
 * @returns the name of the step that failed first; null if all passed
 */
export async function runSteps(
  rows: readonly (readonly Step[])[],
  place: StepsPlace,
): Promise<string | null> {
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  let failed: string | null = null
  const walk = async (row: readonly Step[], index: number): Promise<void> => {
    for (const step of row) {
      if (ending.signal.aborted) return
      if (await passes(step, index === 0 ? 0 : behind, place, ending.signal)) continue
      failed ??= step[0]
      stop()
    }
  }
  await Promise.all(rows.map(walk))
  for (const signal of signals) process.off(signal, stop)
  return failed
}

async function passes(
  step: Step,
  niceness: number,
  { root, logs, env }: StepsPlace,
  ending: AbortSignal,
): Promise<boolean> {
  const [name] = step
  const file = path.join(logs, `${name.replaceAll(':', '-')}.log`)
  mkdirSync(logs, { recursive: true })
  console.log(`npm run ${name} runs; its output so far: ${path.relative(root, file)}`)
  const began = Date.now()
  const log = openSync(file, 'w')
  // A group of its own, so that it ends with all that it started.
  const child = spawn('nice', ['-n', String(niceness), 'npm', 'run', ...step], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const end = (): boolean => signalGroup(child.pid, 'SIGTERM')
  ending.addEventListener('abort', end)
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  ending.removeEventListener('abort', end)
  if (ending.aborted) await untilGone(child.pid)
  const seconds = Math.round((Date.now() - began) / 1000)
  if (ending.aborted) console.log(`npm run ${name} was stopped after ${seconds} s`)
  else console.log(`${readFileSync(file, 'utf8')}npm run ${name}: ${seconds} s\n`)
  return status === 0
}

/** Waits until a stopped group has ended, which npm itself does before what it started. */
async function untilGone(group: number | undefined): Promise<void> {
  const deadline = Date.now() + grace
  while (Date.now() < deadline && signalGroup(group, 0)) await sleep(100)
  signalGroup(group, 'SIGKILL')
}

/** @returns whether there is still a process of the group */
function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return group !== undefined && process.kill(-group, signal)
  } catch {
    return false
  }
}

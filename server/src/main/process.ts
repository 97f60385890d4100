import { readConfig } from '../config.ts'
import { type Context, makeContext } from '../context.ts'

/** The world of this process, from its environment. A setting that is wrong is told in one line, not in a stack. */
export async function startProcess(): Promise<Context> {
  try {
    return await makeContext(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}

/**
 * Runs `stop` once when the process is asked to end: by a signal, or because the process that started it is gone
 * (its channel closes), so that nobody is left behind holding a port.
 */
export function onStop(stop: () => Promise<void>): void {
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(1), 15_000).unref()
    await stop()
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.once('disconnect', end)
}

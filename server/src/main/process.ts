import type { Logger } from 'pino'
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
export function onStop(log: Logger, stop: () => Promise<void>, limitMs = 13_000): void {
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    // Whatever hangs, the process ends.
    setTimeout(() => {
      log.error('the stop took too long')
      process.exit(1)
    }, limitMs).unref()
    await stop()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  process.once('disconnect', end)
  // What nobody caught goes through the log, which leaves the values of an error out, and not to the terminal as it
  // is. Nothing is known any more, so the process ends; whoever started it starts another.
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    process.exit(1)
  })
}

import pino, { type Logger } from 'pino'

/**
 * The log: JSON lines with ids, never values. PostgreSQL quotes the values of a row in the detail of an error, and
 * those are personal data, so of an error only what it is and where it came from is kept.
 */
export function makeLog(level: string, destination: pino.DestinationStream = standardOutput()): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination)
}

/**
 * Lines are written together, at least twice a second and at the end of the process: a write of its own for each
 * line costs more than the line. A kill -9 loses the last half second of the log, never anything of the books.
 */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, minLength: 4096, sync: true, periodicFlush: 500 })
  process.once('exit', () => output.flushSync())
  return output
}

/** A number as long as a phone's, an account's or an amount's; an address of a person. */
const personal = /\d{8,}|[\w.+-]+@[\w-]+\.[\w.-]+/g

function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error), true) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? { code: String(error.code) } : {}
  // A data exception of PostgreSQL (class 22) and JSON that does not parse quote what they were given.
  const quotes = error instanceof SyntaxError || code.code?.startsWith('22') === true
  return { type, message: scrub(message, quotes), stack: scrub(stack, quotes), ...code }
}

const scrub = (text: string, quotes: boolean): string =>
  (quotes ? text.replace(/"(?:[^"\\]|\\.)*"/gs, '"…"') : text).replace(personal, '…')

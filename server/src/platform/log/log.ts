import pino, { type Logger } from 'pino'

/**
 * The log: JSON lines with ids instead of personal data. PostgreSQL quotes row values in error details, so only the
 * type, message and stack of an error are logged, with values removed.
 */
export function createLog(level: string, destination: pino.DestinationStream = standardOutput()): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination)
}

/**
 * Buffers lines and writes them at least twice a second and at exit, because a write per line costs more than the line.
 * A kill -9 loses at most half a second of log.
 */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, minLength: 4096, sync: true, periodicFlush: 500 })
  // `flushSync` would try for ever when whoever read the lines has ended.
  process.once('exit', () => output.end())
  return output
}

/** Numbers as long as a phone or account number, and e-mail addresses. */
const personal = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+|\d{8,}/g

function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error), true) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? { code: String(error.code) } : {}
  // PostgreSQL data exceptions (class 22) and JSON parse errors quote their input.
  const quotes = error instanceof SyntaxError || code.code?.startsWith('22') === true
  return { type, message: scrub(message, quotes), stack: scrub(stack, quotes), ...code }
}

const scrub = (text: string, quotes: boolean): string =>
  (quotes ? withoutQuotes(text) : text).replace(personal, '…')

/** A text without what stands between quotation marks; what follows the last mark stays. */
function withoutQuotes(text: string): string {
  const end = text.lastIndexOf('"') + 1
  return text.slice(0, end).replace(/"(?:[^"\\]|\\.)*"?/gs, '"…"') + text.slice(end)
}

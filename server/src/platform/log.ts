import pino, { type Logger } from 'pino'

/**
 * The log: JSON lines with ids, never values. PostgreSQL quotes the values of a row in the detail of an error, and
 * those are personal data, so of an error only what it is and where it came from is kept.
 */
export function makeLog(level: string, destination?: pino.DestinationStream): Logger {
  const options = { level, serializers: { err: withoutValues } }
  return destination ? pino(options, destination) : pino(options)
}

function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type, message, stack, ...code }
}

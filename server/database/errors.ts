/** PostgreSQL could not be started. The message is one or two sentences for the user: the problem and its solution. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
  }
}

/** Turns the error output of initdb or postgres into a sentence; for an unknown error it quotes the last lines. */
export function explainFailure(what: string, output: string, dataDir: string): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new EmbeddedPostgresError(
      `${what}: the disk that holds ${dataDir} is full. Free some room and start again.`,
    )
  }
  if (/could not look up effective user ID/i.test(output)) {
    return new EmbeddedPostgresError(
      `${what}: this user has no entry in /etc/passwd, and PostgreSQL asks for one. Run as a named user, or set DATABASE_URL.`,
    )
  }
  if (/cannot open shared object file|GLIBC_|Library not loaded/i.test(output)) {
    return new EmbeddedPostgresError(
      `${what}: the bundled programs do not run on this system. Set PG_BIN_DIR to the bin folder of an installed PostgreSQL, or DATABASE_URL to a server. (${lastLine(output)})`,
    )
  }
  if (/Permission denied/i.test(output)) {
    return new EmbeddedPostgresError(
      `${what}: a file in ${dataDir} cannot be read or written by this user. Start as the user who made the folder, or choose another one. (${lastLine(output)})`,
    )
  }
  return new EmbeddedPostgresError(`${what}: ${lastLine(output) || 'it ended without a word'}`)
}

function lastLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? ''
}

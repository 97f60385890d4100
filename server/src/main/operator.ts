import { runOperator } from './operator/program.ts'
import { openContext } from './operator/open-context.ts'
import { operatorName } from '../platform/settings/config.ts'
import { seatHere } from './operator/seat.ts'

/** The operator's command line, which calls the same functions as the server. */
await runOperator(
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isWatched: process.stderr.isTTY ?? false,
    canAnswer: (process.stdin.isTTY && process.stderr.isTTY) ?? false,
    seat: seatHere(),
    user: operatorName(process.env),
    openContext: () => openContext(process.env),
    environment: process.env,
    exit(code) {
      process.exitCode = code
    },
  },
  process.argv.slice(2),
)

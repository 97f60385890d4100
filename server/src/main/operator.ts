import { runOperator } from '../cli/program.ts'
import { openBackups } from '../cli/open-backups.ts'
import { openContext } from '../cli/open-context.ts'
import { operatorName } from '../config.ts'

/** The operator's command line, which calls the same functions as the server. */
await runOperator(
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isWatched: process.stderr.isTTY ?? false,
    canAnswer: (process.stdin.isTTY && process.stderr.isTTY) ?? false,
    user: operatorName(process.env),
    openContext: () => openContext(process.env),
    openBackups: () => openBackups(process.env),
    exit(code) {
      process.exitCode = code
    },
  },
  process.argv.slice(2),
)

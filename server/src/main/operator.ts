import { runOperator } from '../cli/program.ts'
import { openWorld } from '../cli/world.ts'
import { operatorName } from '../config.ts'

/** The operator's command line, over the same verbs as the server. */
await runOperator(
  {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isWatched: process.stderr.isTTY ?? false,
    user: operatorName(process.env),
    openWorld: () => openWorld(process.env),
    exit(code) {
      process.exitCode = code
    },
  },
  process.argv.slice(2),
)

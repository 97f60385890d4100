import { operatorName } from '../../platform/settings/caller.ts'
import { runOperator } from './program.ts'
import { seatHere } from './seat.ts'

/** The operator's command line in this process, which calls the same functions as the server. */
export function runOperatorHere(): Promise<void> {
  // Who reads no further, as `head` does, has seen what they wanted. The work is done before its result is printed.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  return runOperator(
    {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      isWatched: process.stderr.isTTY ?? false,
      canAnswer: (process.stdin.isTTY && process.stderr.isTTY) ?? false,
      seat: seatHere(),
      user: operatorName(process.env),
      environment: process.env,
      async openContext() {
        const { openContext } = await import('./open-context.ts')
        return openContext(process.env)
      },
      exit(code) {
        process.exitCode = code
      },
    },
    process.argv.slice(2),
  )
}

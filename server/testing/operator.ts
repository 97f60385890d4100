import { Readable, Writable } from 'node:stream'
import { runOperator } from '../src/main/testing.ts'
import type { Seat } from '../src/platform/audit/audit.ts'
import type { CommandContext } from '../src/operator/terminal.ts'
import type { Fixture } from './fixture.ts'

export type CommandResult = {
  exit: 0 | 1 | 2 | undefined
  out: string
  err: string
  // The type is open because each test asserts the content of the output itself.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it looks at
  json: any
}

/** Whether the terminal can answer a question, and what happens before the answer. */
type AtTerminal = {
  canAnswer?: boolean
  seat?: Partial<Seat>
  beforeAnswer?: () => Promise<unknown>
  environment?: Record<string, string>
}

async function* answers(input: string, { beforeAnswer }: AtTerminal) {
  await beforeAnswer?.()
  yield input
}

/** Runs the operator's commands in this process on the database of a fixture. */
export const operatorOn = (
  { context, databaseUrl }: Pick<Fixture, 'context'> & { databaseUrl?: string },
  who?: AtTerminal,
) => operatorIn(async () => ({ context, ownerUrl: databaseUrl, close: async () => {} }), who)

/** Runs the operator's commands in this process, each with a context that is opened for it. */
export function operatorIn(openContext: () => Promise<CommandContext>, who: AtTerminal = {}) {
  return async (args: readonly string[], input = ''): Promise<CommandResult> => {
    const result: CommandResult = { exit: undefined, out: '', err: '', json: null }
    await runOperator(
      {
        stdin: Readable.from(answers(input, who)),
        stdout: into((text) => (result.out += text)),
        stderr: into((text) => (result.err += text)),
        isWatched: false,
        canAnswer: who.canAnswer ?? false,
        seat: { user: 'tester', host: 'test-machine', terminal: 'pts/7', ...who.seat },
        user: 'test',
        openContext,
        environment: who.environment ?? {},
        exit: (code) => (result.exit = code),
      },
      args,
    )
    const answer = result.out || result.err
    if (args.includes('--json') && answer !== '') result.json = JSON.parse(answer)
    return result
  }
}

const into = (take: (text: string) => void): Writable =>
  new Writable({
    write(chunk: Buffer, _, done) {
      take(chunk.toString('utf8'))
      done()
    },
  })

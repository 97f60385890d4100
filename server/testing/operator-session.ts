import { openContext } from '../src/main/testing.ts'
import type { CommandContext } from '../src/operator/terminal.ts'
import { choosePassword } from './choose-password.ts'
import { operatorIn } from './operator.ts'

// Runs many commands of the operator in one process and with one context. A journey creates its lenders and loans with
// dozens of them: starting a process costs ten times as much as a command, and so do the new connections of a context,
// whose sessions compile each function and plan each statement anew.

export type Command = { id: number; args: string[]; input: string }
export type Ended = { id: number; code: number; out: string; err: string }

let opened: Promise<CommandContext> | null = null

/** The context of all commands. Where it cannot be opened, the next command tries again. */
async function sharedContext(): Promise<CommandContext> {
  opened ??= openContext(process.env)
  try {
    const { context } = await opened
    return { context, close: async () => {} }
  } catch (error) {
    opened = null
    throw error
  }
}

const operator = operatorIn(sharedContext)

/** The one thing here that is no command of an operator: a lender's password, which only the lender sets. */
async function runOne({ args, input }: Command) {
  if (args[0] !== 'choose-password') return operator(args, input)
  await choosePassword((await sharedContext()).context, args[1] ?? '', input)
  return { exit: 0, out: '', err: '' }
}

process.on('message', (command: Command) => {
  const { id } = command
  void runOne(command).then(
    ({ exit = 0, out, err }) => tell({ id, code: exit, out, err }),
    (error: unknown) => tell({ id, code: 70, out: '', err: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

const tell = (ended: Ended): boolean | undefined => process.send?.(ended)

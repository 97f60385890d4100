import { moveVotesOn } from '../src/loans/testing.ts'
import { openContext } from '../src/main/testing.ts'
import type { CommandContext } from '../src/operator/terminal.ts'
import { Database } from '../src/platform/db/database.ts'
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

/**
 * Two things here are no commands of an operator: a lender's password, which only the lender sets; and the worker's look at
 * the votes as some days later, because a vote takes days.
 */
async function runOne({ args, input }: Command) {
  const [name, value = ''] = args
  if (name !== 'choose-password' && name !== 'votes-later') return operator(args, input)
  const { context } = await sharedContext()
  if (name === 'choose-password') await choosePassword(context, value, input)
  else {
    const db = new Database({ ...context.db.options, size: 2, timeShift: () => value })
    await moveVotesOn({ ...context, db }).finally(() => db.close())
  }
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

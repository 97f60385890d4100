import { moveVotesOn } from '../src/loans/testing.ts'
import { openContext } from '../src/main/testing.ts'
import type { CommandContext } from '../src/operator/terminal.ts'
import { Database } from '../src/platform/db/database.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { choosePassword } from './choose-password.ts'
import { decideProposal, runAlone } from './decide-proposal.ts'
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
 * Three things here are no commands of an operator: a lender's password, which only the lender sets; the worker's look at the
 * votes as some days later, because a vote takes days; and the decision about a proposal, which only another person takes, at
 * the console.
 */
async function runOne({ args, input }: Command) {
  const [name, ...rest] = args.filter((arg) => arg !== '--json')
  const done = { exit: 0, out: '', err: '' }
  if (name === 'choose-password') {
    await choosePassword((await sharedContext()).context, rest[0] ?? '', input)
    return done
  }
  if (name === 'votes-later') {
    const { context } = await sharedContext()
    const db = new Database({ ...context.db.options, size: 2, timeShift: () => rest[0] ?? '' })
    await moveVotesOn({ ...context, db }).finally(() => db.close())
    return done
  }
  if (name !== 'decide' && name !== 'run-alone') return operator(args, input)
  const [by = '', proposal, key = '', changes = '{}'] = rest
  const asked = { by, proposal: Number(proposal), key }
  try {
    const { context } = await sharedContext()
    const decided =
      name === 'decide'
        ? await decideProposal(context, asked, JSON.parse(changes) as object)
        : await runAlone(context, asked)
    return { exit: 0, out: JSON.stringify(decided), err: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { exit: 2, out: '', err: JSON.stringify({ error: error.message, code: error.code }) }
  }
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

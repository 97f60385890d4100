import { openContext } from '../src/main/testing.ts'
import type { CommandContext } from '../src/operator/terminal.ts'
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

process.on('message', ({ id, args, input }: Command) => {
  void operator(args, input).then(
    ({ exit = 0, out, err }) => tell({ id, code: exit, out, err }),
    (error: unknown) => tell({ id, code: 70, out: '', err: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

const tell = (ended: Ended): boolean | undefined => process.send?.(ended)

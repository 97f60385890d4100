import { openContext } from '../src/cli/open-context.ts'
import { operatorIn } from './operator.ts'

// Runs many commands of the operator in one process, each as if in a process of its own. A journey creates its lenders
// and loans with dozens of them, and starting a process costs ten times as much as a command.

export type Command = { id: number; args: string[]; input: string }
export type Ended = { id: number; code: number; out: string; err: string }

const operator = operatorIn(() => openContext(process.env))

process.on('message', ({ id, args, input }: Command) => {
  void operator(args, input).then(
    ({ exit = 0, out, err }) => tell({ id, code: exit, out, err }),
    (error: unknown) => tell({ id, code: 70, out: '', err: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

const tell = (ended: Ended): boolean | undefined => process.send?.(ended)

import { openWorld } from '../cli/world.ts'
import { operatorIn } from './operator.ts'

// One process for many commands of the operator, each as if it had a process of its own: a journey makes its people and
// loans with dozens of them, and starting a process costs ten times what a command does.

export type Command = { id: number; args: string[]; input: string }
export type Ended = { id: number; code: number; out: string; err: string }

const operator = operatorIn(() => openWorld(process.env))

process.on('message', ({ id, args, input }: Command) => {
  void operator(args, input).then(
    ({ exit = 0, out, err }) => tell({ id, code: exit, out, err }),
    (error: unknown) => tell({ id, code: 70, out: '', err: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

const tell = (ended: Ended): boolean | undefined => process.send?.(ended)

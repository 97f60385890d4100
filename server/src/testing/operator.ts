import { Readable, Writable } from 'node:stream'
import { runOperator } from '../cli/program.ts'
import type { OperatorWorld } from '../cli/world.ts'
import type { World } from './world.ts'

/** How a command of the operator ended. */
export type Told = {
  exit: 0 | 1 | 2 | undefined
  out: string
  err: string
  // What a command answers is each test's own claim about it.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it looks at
  json: any
}

/** Runs the operator's commands in this process on the database of a world. */
export const operatorOn = ({ context }: Pick<World, 'context'>) =>
  operatorIn(async () => ({ context, close: async () => {} }))

/** Runs the operator's commands in this process, each in a world that is opened for it. */
export function operatorIn(openWorld: () => Promise<OperatorWorld>) {
  return async (args: readonly string[], input = ''): Promise<Told> => {
    const told: Told = { exit: undefined, out: '', err: '', json: null }
    await runOperator(
      {
        stdin: Readable.from([input]),
        stdout: into((text) => (told.out += text)),
        stderr: into((text) => (told.err += text)),
        isWatched: false,
        user: 'test',
        openWorld,
        exit: (code) => (told.exit = code),
      },
      args,
    )
    const answer = told.out || told.err
    if (args.includes('--json') && answer !== '') told.json = JSON.parse(answer)
    return told
  }
}

const into = (take: (text: string) => void): Writable =>
  new Writable({
    write(chunk: Buffer, _, done) {
      take(chunk.toString('utf8'))
      done()
    },
  })

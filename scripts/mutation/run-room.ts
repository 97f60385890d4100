import { readFileSync } from 'node:fs'
import path from 'node:path'
import { applyMutant, type Mutant, mutantsOf } from './mutate.ts'
import { type Outcome, Progress } from './progress.ts'
import { fileOf, namesIn, type Room } from './rooms.ts'
import { Runner } from './runner.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type RoomResult = Record<Outcome, number>

type Planned = { id: string; described: string; file: string; text: string }

export type Options = {
  /** How many processes run the tests, each with a database of its own. */
  workers: number
  /** Whether only the mutants are asked again that survived the last run, or that a time limit killed. */
  onlySurvivors: boolean
}

/**
 * Runs the tests of a room with each of its mutants, and prints each that survives or that only a time limit killed.
 * Those are asked twice, because a busy machine can make a test late.
 * @throws Error when the tests do not pass without a mutant
 */
export async function runRoom(name: string, room: Room, options: Options): Promise<RoomResult> {
  const result: RoomResult = { killed: 0, survived: 0, timeout: 0 }
  const progress = new Progress(name, room, options.onlySurvivors)
  if (progress.known > 0) console.log(`${name}: goes on after ${progress.known} mutants`)
  const planned = mutantsIn(room).map(({ file, text, mutant }): Planned => {
    const described = describe(file, mutant)
    return { id: `${described} at ${mutant.start}`, described, file, text: applyMutant(text, mutant) }
  })
  const queue = planned.filter(({ id }) => progress.of(id) === undefined)
  await Promise.all(Array.from({ length: options.workers }, () => work(name, room, queue, progress)))
  for (const { id, described } of planned) {
    const outcome = progress.of(id) ?? 'survived'
    result[outcome] += 1
    if (outcome === 'timeout') console.log(`  time limit: ${described}`)
  }
  progress.end()
  return result
}

/** Takes mutants from the queue until it is empty. */
async function work(name: string, room: Room, queue: Planned[], progress: Progress): Promise<void> {
  const runner = new Runner(room)
  try {
    const whole = await runner.ask(null)
    if (whole === 'timeout' || whole.killed || whole.tests === 0)
      throw new Error(`The tests of ${name} do not pass without a change.`)
    for (let one = queue.shift(); one; one = queue.shift()) {
      const first = await outcomeOf(runner, one)
      const outcome = first === 'timeout' ? await outcomeOf(runner, one) : first
      progress.add(one.id, outcome)
      if (outcome === 'survived') console.log(`  survived: ${one.described}`)
    }
  } finally {
    await runner.stop()
  }
}

async function outcomeOf(runner: Runner, { file, text }: Planned): Promise<Outcome> {
  const verdict = await runner.ask(file, text)
  if (verdict === 'timeout') return 'timeout'
  return verdict.killed ? 'killed' : 'survived'
}

export const mutantsIn = (room: Room): { file: string; text: string; mutant: Mutant }[] =>
  room.files.flatMap((entry) => {
    const file = fileOf(entry)
    const text = readFileSync(path.join(root, file), 'utf8')
    return mutantsOf(file, text, namesIn(entry)).map((mutant) => ({ file, text, mutant }))
  })

export const describe = (file: string, { line, from, to }: Mutant): string =>
  `${file}:${line} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`

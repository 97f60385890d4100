import { readFileSync } from 'node:fs'
import path from 'node:path'
import { applyMutant, type Mutant, mutantsOf } from './mutate.ts'
import { type Outcome, Progress } from './progress.ts'
import { fileOf, namesIn, type Room } from './rooms.ts'
import { Runner } from './runner.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type RoomResult = Record<Outcome, number>

/**
 * Runs the tests of a room with each of its mutants, and prints each mutant that survives.
 * @throws Error when the tests do not pass without a mutant
 */
export async function runRoom(name: string, room: Room): Promise<RoomResult> {
  const result: RoomResult = { killed: 0, survived: 0, timeout: 0 }
  const progress = new Progress(name, room)
  if (progress.known > 0) console.log(`${name}: goes on after ${progress.known} mutants`)
  const runner = new Runner(room)
  try {
    const whole = await runner.ask({ file: null, text: '' })
    if (whole === 'timeout' || whole.killed || whole.tests === 0)
      throw new Error(`The tests of ${name} do not pass without a change.`)
    for (const { file, text, mutant } of mutantsIn(room)) {
      const described = describe(file, mutant)
      const id = `${described} at ${mutant.start}`
      const outcome = progress.of(id) ?? (await outcomeOf(runner, file, applyMutant(text, mutant)))
      progress.add(id, outcome)
      result[outcome] += 1
      if (outcome === 'survived') console.log(`  survived: ${described}`)
    }
  } finally {
    await runner.stop()
  }
  progress.end()
  return result
}

async function outcomeOf(runner: Runner, file: string, text: string): Promise<Outcome> {
  const verdict = await runner.ask({ file, text })
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

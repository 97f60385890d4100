import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileOf, type Room } from './rooms.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, '.cache/mutation')

export type Outcome = 'killed' | 'survived' | 'timeout'

type Kept = { files: string; tests: string; done: boolean; outcomes: Record<string, Outcome> }

/**
 * The outcomes of a room's mutants, kept in .cache/mutation. A run that was ended goes on there, as long as the room's
 * files and tests are still the same. After new tests only the survivors need to be asked again.
 */
export class Progress {
  readonly #file: string
  readonly #kept: Kept

  constructor(name: string, room: Room, onlySurvivors: boolean) {
    this.#file = path.join(folder, `${name}.json`)
    const now = { files: hashOf(room.files.map(fileOf)), tests: hashOf(room.tests) }
    this.#kept = { ...now, done: false, outcomes: outcomesOf(read(this.#file), now, onlySurvivors) }
  }

  get known(): number {
    return Object.keys(this.#kept.outcomes).length
  }

  of(mutant: string): Outcome | undefined {
    return this.#kept.outcomes[mutant]
  }

  add(mutant: string, outcome: Outcome): void {
    this.#kept.outcomes[mutant] = outcome
    this.#write()
  }

  /** Marks a room as done: its next run begins anew, unless it is about the survivors only. */
  end(): void {
    this.#kept.done = true
    this.#write()
  }

  #write(): void {
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#kept))
  }
}

function read(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch {
    // There is no such file, or a run was killed while it wrote it.
    return null
  }
}

function outcomesOf(
  kept: Kept | null,
  now: Pick<Kept, 'files' | 'tests'>,
  onlySurvivors: boolean,
): Kept['outcomes'] {
  if (kept?.files !== now.files) return {}
  if (onlySurvivors && kept.done)
    return Object.fromEntries(Object.entries(kept.outcomes).filter(([, outcome]) => outcome === 'killed'))
  return kept.tests === now.tests && !kept.done ? kept.outcomes : {}
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

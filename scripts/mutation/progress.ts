import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileOf, type Room } from './rooms.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, '.cache/mutation')

export type Outcome = 'killed' | 'survived' | 'timeout'

/**
 * The outcomes of a room's mutants so far, kept in .cache/mutation until the room is done. A run that was ended goes on
 * there, as long as the room's files and tests are still the same.
 */
export class Progress {
  readonly #file: string
  readonly #key: string
  readonly #outcomes: Record<string, Outcome>

  constructor(name: string, room: Room) {
    this.#file = path.join(folder, `${name}.json`)
    this.#key = keyOf(room)
    this.#outcomes = this.#read()
  }

  get known(): number {
    return Object.keys(this.#outcomes).length
  }

  of(mutant: string): Outcome | undefined {
    return this.#outcomes[mutant]
  }

  add(mutant: string, outcome: Outcome): void {
    this.#outcomes[mutant] = outcome
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#file, JSON.stringify({ key: this.#key, outcomes: this.#outcomes }))
  }

  /** Forgets the outcomes of a room that is done: its next run begins anew. */
  end(): void {
    rmSync(this.#file, { force: true })
  }

  #read(): Record<string, Outcome> {
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as {
        key: string
        outcomes: Record<string, Outcome>
      }
      return kept.key === this.#key ? kept.outcomes : {}
    } catch {
      // There is no such file, or a run was killed while it wrote it.
      return {}
    }
  }
}

function keyOf({ files, tests }: Room): string {
  const hash = createHash('sha256')
  for (const file of globSync([...files.map(fileOf), ...tests], { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

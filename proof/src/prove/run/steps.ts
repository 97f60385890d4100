import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import type { Operation } from './operation.ts'

/** A step of an island that can be replayed: an operation, or a jump of the clock. */
export type Step = { operation: Operation } | { jumpMs: number }

/** The steps of one island, in a file: a long run has too many of them for the memory. */
export class Steps {
  readonly #file: string
  readonly #handle: number

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'w')
  }

  push(step: Step): void {
    writeSync(this.#handle, `${JSON.stringify(step)}\n`)
  }

  all(): Step[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as Step)
  }

  remove(): void {
    closeSync(this.#handle)
    rmSync(this.#file, { force: true })
  }
}

import type { Concerned } from './look.ts'
import type { FailPointStand } from './stand.ts'

/** One trial of a command: its lenders and loans, and how it is executed. */
export type Trial = Concerned & {
  /** Executes the command as its caller does, repeating it under the same key until there is an answer. */
  ask(): Promise<void>
  /** Whether the command has completed, including its background work. */
  hasEnded(): Promise<boolean>
  /** What the external service recorded, e.g. the transfers that a bank was asked to make. */
  outside?(): Promise<unknown>
}

/** A command that moves money, from the request to the end of its background work. */
export type Verb = {
  name: string
  /** Creates separate lenders and loans for one trial, so that trials do not affect each other. */
  prepare(stand: FailPointStand): Promise<Trial>
}

let numbers = 0

/** A number that no other trial of this run has. */
export const nextNumber = (): number => (numbers += 1)

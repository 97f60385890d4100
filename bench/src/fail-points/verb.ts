import type { Concerned } from './look.ts'
import type { FailPointStand } from './stand.ts'

/** One trial of a verb: what was prepared for it, and how it is asked for. */
export type Trial = Concerned & {
  /** Asks for the verb as its caller does: again under the same key until there is an answer. */
  ask(): Promise<void>
  /** Whether what was asked for has come to its end. */
  hasEnded(): Promise<boolean>
  /** What the neighbour's own books say, e.g. the transfers that a bank was asked for. */
  outside?(): Promise<unknown>
}

/** A verb that moves money, from the request to its end in the background. */
export type Verb = {
  name: string
  /** Prepares lenders and loans of its own, so that trials do not touch each other. */
  prepare(stand: FailPointStand): Promise<Trial>
}

let numbers = 0

/** A number that no other trial of this run has. */
export const nextNumber = (): number => (numbers += 1)

import type { Concerned } from './look.ts'
import type { FailPointStand } from './stand.ts'

/** One trial of a verb: its lenders and loans, and how it is executed. */
export type Trial = Concerned & {
  /** For a verb that is one command of the operator: its arguments. */
  args?: readonly string[]
  /** Executes the verb as its caller does, repeating it under the same key until there is an answer. */
  ask(): Promise<void>
  /** Whether the verb has completed, including its background work. */
  hasEnded(): Promise<boolean>
  /** More of what must be the same, e.g. the transfers that a bank was asked to make. */
  facts?(): Promise<unknown>
  /**
   * Called after a trial without a kill.
   * @throws unless it ended as the verb's name says
   */
  check?(): Promise<void>
  /** Called once a second while the trial has not ended, to shorten a wait that would take minutes. */
  hurry?(): Promise<unknown>
}

/** Something that moves money, from the request to the end of its background work. */
export type Verb = {
  name: string
  /** The commands that it executes. A run fails where one of them passes no fail point. */
  commands: readonly string[]
  /** Creates separate lenders and loans for one trial, so that trials do not affect each other. */
  prepare: (stand: FailPointStand) => Promise<Trial>
  /** Matches the points of recurring tasks that belong to the verb; those of other tasks are left out. */
  task?: RegExp
  /** Matches the points at which it is killed, where the others are those of another verb. */
  only?: RegExp
  /**
   * Where a kill must lead to another end than an undisturbed trial, e.g. because an order never left for the bank: the
   * points, and a trial that ends like this without a kill.
   */
  otherEnds?: readonly { points: RegExp; prepare: (stand: FailPointStand) => Promise<Trial> }[]
}

let numbers = 0

/** A number that no other trial of this run has. */
export const nextNumber = (): number => (numbers += 1)

import { Choices } from '../../seed/random.ts'
import { type Outcome } from '../engine/cell.ts'
import { Platform } from '../engine/platform.ts'

/** Of a hundred fundings that began while one cell was away. */
export type OutageFigures = {
  done: number
  /** Held at the lender's cell, and answered that it takes longer. */
  inProcess: number
  /** Not answered: their lender's own cell is away. */
  unanswered: number
}

/** Fundings come evenly while one cell is away for half a minute. */
export function simulateOutage(seed: number, cells: number, fundings: number): OutageFigures {
  const choices = new Choices(seed)
  const platform = new Platform(cells, choices, { broken: null, answerAfter: 500, expiresAfter: 1e9 })
  const [lenders, loans, away] = [6_400, 6_400, 30_000]
  for (let id = 0; id < lenders; id += 1) platform.addLender(id, 1e9)
  for (let id = 0; id < loans; id += 1) platform.addLoan(id, 1e12)
  platform.cells[0]?.crash()
  const outcomes: Outcome[] = []
  for (let number = 0; number < fundings; number += 1) {
    const [lender, loan] = [choices.below(lenders), choices.below(loans)]
    const input = { key: `${number}`, lender, loan, home: platform.numberOf(loan), amount: 1 }
    const cell = platform.cellOf(lender)
    platform.timeline.after((number / fundings) * away, () =>
      cell.fund(input, (outcome) => outcomes.push(outcome)),
    )
  }
  while (platform.timeline.next(away + 1_000));
  const share = (outcome: Outcome) => (100 * outcomes.filter((one) => one === outcome).length) / fundings
  return {
    ...{ done: share('reserved'), inProcess: share('in-process') },
    unanswered: 100 - (100 * outcomes.length) / fundings,
  }
}

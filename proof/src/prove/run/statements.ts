import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../doors/insist.ts'
import type { Rupiah } from '../../model/arithmetic.ts'
import { isSame, type Moved, nothingMoved } from '../../model/cash.ts'
import { type Day, dayOf, monthEnds } from '../../model/days.ts'
import type { Island } from './island.ts'
import { Breach, Late } from './operation.ts'

/** `adjusted` is what the statement cannot explain by its movements. */
type Figures = Moved & Record<'opening' | 'closing' | 'adjusted', Rupiah>
type Statement = { from: Day; to: Day; figures: Figures }
type Expected = { opening: Rupiah; closing: Rupiah; moved: Moved }

/** How many statements of a lender are compared at a stop: those of the last year. */
const compared = 12

/** What the model expects of the statement of each lender and month, by the last day of the month. */
export class Closings {
  readonly #months = new Map<string, Map<Day, Expected>>()

  /**
   * Notes the cash of all lenders, and what has moved it, for the months that a jump of the clock ends. Nothing is in
   * progress.
   * @param now milliseconds since 1970, before the jump
   * @param then after the jump
   */
  note(islands: readonly Island[], now: number, then: number): void {
    for (const end of monthEnds(dayOf(now), dayOf(then)))
      for (const { books } of islands)
        for (const [name, lender] of books.lenders) {
          const months = this.#months.get(name) ?? new Map<Day, Expected>()
          const opening = [...months.values()].at(-1)?.closing ?? 0
          const closing = lender.balance + (lender.additional?.balance ?? 0)
          this.#months.set(name, months.set(end, { opening, closing, moved: lender.moved }))
          lender.moved = nothingMoved()
        }
  }

  /**
   * Compares the issued statements of account of a lender with the model: cash at both ends, and the sum of each kind of
   * movement.
   * @throws Breach where a statement was not issued in time or says something else
   */
  async compare(island: Island, lender: string): Promise<void> {
    const months = this.#months.get(lender)
    if (!months) return
    const last = [...months.keys()].at(-1)
    for (const { to, figures } of await untilIssued(island, lender, last)) {
      const model = months.get(to)
      const isRight =
        figures.opening === model?.opening &&
        figures.closing === model.closing &&
        isSame(figures, model.moved) &&
        figures.adjusted === 0
      if (!isRight) throw new Breach(`the statement of ${lender} until ${to} is wrong`, { figures, model })
    }
  }
}

/** The newest statements of a lender, once that of the last month has been issued. */
async function untilIssued(island: Island, lender: string, last: Day | undefined): Promise<Statement[]> {
  const until = Date.now() + patience.backgroundMs
  for (;;) {
    const { body } = await island.door(lender).statements(compared)
    const list = body['list'] as Statement[]
    if (list[0]?.to === last) return list
    if (Date.now() > until)
      throw new Late(`the statement of ${lender} until ${last} was not issued in time`, list[0] ?? null)
    await sleep(500)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../doors/insist.ts'
import { type Rupiah, sumOf } from '../model/arithmetic.ts'
import { type Day, dayOf, monthEnds } from '../model/days.ts'
import type { Island } from './island.ts'
import { Breach } from './operation.ts'

const added = ['toppedUp', 'refunded', 'principal', 'interest', 'penalty', 'adjusted'] as const
const taken = ['lent', 'tax', 'withdrawn', 'fees'] as const
type Figures = Record<'opening' | 'closing' | (typeof added | typeof taken)[number], Rupiah>
type Statement = { from: Day; to: Day; figures: Figures }

/** How many statements of a lender are compared at a stop: those of the last year. */
const compared = 12

/** What the model expects at the end of each month: the cash of each lender, by the last day of the month. */
export class Closings {
  readonly #cash = new Map<string, Map<Day, Rupiah>>()

  /**
   * Notes the cash of all lenders for the months that a jump of the clock ends. Nothing is in progress.
   * @param now milliseconds since 1970, before the jump
   * @param then after the jump
   */
  note(islands: readonly Island[], now: number, then: number): void {
    for (const end of monthEnds(dayOf(now), dayOf(then)))
      for (const { books } of islands)
        for (const [name, { balance }] of books.lenders) {
          const days = this.#cash.get(name) ?? new Map<Day, Rupiah>()
          this.#cash.set(name, days.set(end, balance))
        }
  }

  /**
   * Compares the issued statements of account of a lender with the cash at the ends of their months.
   * @throws Breach where a statement was not issued in time, says another cash, or does not add up
   */
  async compare(island: Island, lender: string): Promise<void> {
    const expected = this.#cash.get(lender)
    if (!expected) return
    const last = [...expected.keys()].at(-1)
    const statements = await untilIssued(island, lender, last)
    for (const [place, { to, figures }] of statements.entries()) {
      const { opening, closing } = figures
      const sum =
        opening + sumOf(added.map((name) => figures[name])) - sumOf(taken.map((name) => figures[name]))
      const before = statements[place + 1]?.figures.closing ?? opening
      const isRight = closing === expected.get(to) && sum === closing && before === opening
      if (!isRight)
        throw new Breach(`the statement of ${lender} until ${to} is wrong`, {
          figures,
          before,
          cash: expected.get(to),
        })
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
      throw new Breach(`the statement of ${lender} until ${last} was not issued in time`, list[0] ?? null)
    await sleep(500)
  }
}

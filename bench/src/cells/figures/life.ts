import { Choices } from '../../prove/run/random.ts'
import { stepCost } from '../engine/costs.ts'
import { Platform } from '../engine/platform.ts'
import type { Request } from '../protocol/messages.ts'
import { rowOf } from '../protocol/books.ts'
import { sign } from '../protocol/lenders.ts'
import { payInstallment, payOut } from '../protocol/loans.ts'
import type { Transaction } from '../protocol/transaction.ts'

export type LifeFigures = {
  /** Messages between cells for each funding with its whole life. */
  messages: Record<Request['kind'], number>
  /** Bytes of these messages and of their replies. */
  bytes: number
}

/** As in docs/scale.md: a loan has ten lenders and twelve installments. */
export const [lendersPerLoan, installments] = [10, 12]
const amount = 1_000_000

/** Fundings with their whole lives, without faults: reserved, signed, paid out and repaid. */
export function simulateLives(seed: number, cells: number, loans: number): LifeFigures {
  const choices = new Choices(seed)
  const platform = new Platform(cells, choices, { broken: null, answerAfter: 1e9, expiresAfter: 1e9 })
  const fundings = loans * lendersPerLoan
  // More lenders than fundings, so that few have two.
  const lenders = 10 * fundings
  for (let lender = 0; lender < lenders; lender += 1) platform.addLender(lender, lendersPerLoan * amount)
  for (let loan = 0; loan < loans; loan += 1) platform.addLoan(loan, lendersPerLoan * amount)
  for (let place = 0; place < fundings; place += 1)
    fundAndSign(platform, place, { loan: place % loans, lender: choices.below(lenders) })
  finish(platform)
  eachLoan(platform, loans, payOut)
  for (let no = 1; no <= installments; no += 1)
    eachLoan(platform, loans, (tx, loan) =>
      payInstallment(tx, loan, no, (lendersPerLoan * amount) / installments),
    )
  const { messages, bytes } = platform.traffic
  const each = (sum: number) => sum / fundings
  const { reserve, settle, release, end, repay } = messages
  return {
    messages: {
      reserve: each(reserve),
      settle: each(settle),
      release: each(release),
      end: each(end),
      repay: each(repay),
    },
    bytes: each(bytes),
  }
}

function fundAndSign(
  platform: Platform,
  place: number,
  { loan, lender }: { loan: number; lender: number },
): void {
  const [key, home, cell] = [`${place}`, platform.numberOf(loan), platform.cellOf(lender)]
  platform.timeline.after(place, () =>
    cell.fund({ key, lender, loan, home, amount }, () =>
      cell.submit({ cost: stepCost.sign, run: (tx) => void sign(tx, rowOf(tx.books.keys, key)) }),
    ),
  )
}

function eachLoan(platform: Platform, loans: number, run: (tx: Transaction, loan: number) => void): void {
  for (let loan = 0; loan < loans; loan += 1)
    platform.cellOf(loan).submit({ cost: stepCost.operator, run: (tx) => run(tx, loan) })
  finish(platform)
}

function finish({ timeline }: Platform): void {
  while (timeline.next());
}

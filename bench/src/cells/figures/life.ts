import { Choices } from '../../seed/random.ts'
import { stepCost } from '../engine/costs.ts'
import { Platform } from '../engine/platform.ts'
import { rowOf } from '../protocol/books.ts'
import { sign } from '../protocol/lenders.ts'
import { payInstallments, payOut } from '../protocol/loans.ts'
import type { Transaction } from '../protocol/transaction.ts'

/** Messages between cells for each funding with its whole life, and bytes of them and of their replies. */
export type LifeFigures = { reserve: number; settle: number; repay: number; bytes: number }

/** As in docs/scale.md: a loan has ten lenders and twelve installments. */
export const [lendersPerLoan, installments] = [10, 12]
const part = 1_000_000

export type Lives = {
  seed: number
  cells: number
  loans: number
  /** Installments that are recorded in one transaction. */
  together: number
}

/** Fundings with their whole lives, without faults: reserved, signed, paid out and repaid. */
export function simulateLives({ seed, cells, loans, together }: Lives): LifeFigures {
  const choices = new Choices(seed)
  const platform = new Platform(cells, choices, { broken: null, answerAfter: 1e9, expiresAfter: 1e9 })
  const fundings = loans * lendersPerLoan
  // More lenders than fundings, so that few have two.
  const lenders = 10 * fundings
  for (let lender = 0; lender < lenders; lender += 1) platform.addLender(lender, lendersPerLoan * part)
  for (let loan = 0; loan < loans; loan += 1) platform.addLoan(loan, lendersPerLoan * part)
  for (let place = 0; place < fundings; place += 1)
    fundAndSign(platform, place, { loan: place % loans, lender: choices.below(lenders) })
  finish(platform)
  for (const { books } of platform.cells)
    for (const loan of books.loans.keys()) submit(platform, loan, (tx) => payOut(tx, loan))
  finish(platform)
  for (let no = 1; no <= installments; no += 1) payAll(platform, no, together)
  const { messages, bytes } = platform.traffic
  const { reserve, settle, repay } = messages
  return {
    ...{ reserve: reserve / fundings, settle: settle / fundings, repay: repay / fundings },
    bytes: bytes / fundings,
  }
}

function fundAndSign(
  platform: Platform,
  place: number,
  { loan, lender }: { loan: number; lender: number },
): void {
  const [key, home, cell] = [`${place}`, platform.numberOf(loan), platform.cellOf(lender)]
  platform.timeline.after(place, () =>
    cell.fund({ key, lender, loan, home, amount: part }, () =>
      cell.submit({ cost: stepCost.sign, run: (tx) => void sign(tx, rowOf(tx.books.keys, key)) }),
    ),
  )
}

/** Each cell records this installment of all its loans, so many in a transaction. */
function payAll(platform: Platform, installment: number, together: number): void {
  const amount = Math.floor((lendersPerLoan * part) / installments)
  for (const { books } of platform.cells) {
    const loans = [...books.loans.keys()]
    for (let from = 0; from < loans.length; from += together) {
      const payments = loans.slice(from, from + together).map((loan) => ({ loan, installment, amount }))
      submit(platform, books.cell, (tx) =>
        payInstallments(tx, `${books.cell}-${installment}-${from}`, payments),
      )
    }
  }
  finish(platform)
}

/** Does something at the cell of this loan. */
const submit = (platform: Platform, id: number, run: (tx: Transaction) => void): void =>
  platform.cellOf(id).submit({ cost: stepCost.operator, run })

function finish({ timeline }: Platform): void {
  while (timeline.next());
}

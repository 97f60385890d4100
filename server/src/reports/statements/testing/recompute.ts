import { type BusinessDate, businessDateOf } from '@pematang/contract/format/business-date'
import { type Database, many } from '../../../platform/db/database.ts'
import { handedHoldings } from './handed-holdings.ts'

/** A month of a lender as computed from the transfers alone. */
export type Recomputed = {
  opening: number
  closing: number
  movements: number
  toppedUp: number
  lent: number
  refunded: number
  withdrawn: number
  fees: number
  /** Net payments from loans after tax, including all corrections. */
  received: number
  principal: number
  interest: number
  penalty: number
  tax: number
  /** The lent principal at the end of the month, of any quality class. */
  left: number
}

type Line = { debit: number; credit: number; kind: string; ref: string; amount: number; at: Date }
type Account = { id: number; kind: string; owner: number }
type Part = {
  lender: number
  payment: string
  at: Date
  principal: number
  interest: number
  penalty: number
  tax: number
}

const nothing = (): Recomputed => ({
  opening: 0,
  closing: 0,
  left: 0,
  movements: 0,
  toppedUp: 0,
  lent: 0,
  refunded: 0,
  withdrawn: 0,
  fees: 0,
  received: 0,
  principal: 0,
  interest: 0,
  penalty: 0,
  tax: 0,
})

/**
 * Independently computes the months of every lender: it replays all transfers in the order of recording on both
 * accounts, and adds up the parts of payments. It uses no line numbers or balances of the ledger, and no queries or
 * code of the statements.
 */
export async function recompute(
  db: Database,
  months: readonly BusinessDate[],
): Promise<Map<string, Recomputed>> {
  const accounts = new Map(
    (await many<Account>(db, 'test.accounts', 'select id, kind, owner_id as owner from account')).map(
      (one) => [one.id, one],
    ),
  )
  const lines = await many<Line>(
    db,
    'test.transfers',
    'select debit_account as debit, credit_account as credit, kind, ref, amount, created_at as at from transfer',
  )
  const parts = await many<Part>(
    db,
    'test.parts',
    `select r.lender_id as lender, r.payment_id as payment, p.created_at as at, r.principal, r.interest, r.penalty, r.tax
       from lender_repayment r join loan_payment p on p.id = r.payment_id`,
  )
  const opened = await many<{ lender: number; left: number; at: Date }>(
    db,
    'test.opened',
    `select g.lender_id as lender, g.principal_left as left, g.created_at as at
       from archived_agreement g where g.principal_left is not null
      union all
     select g.lender_id, -g.principal_left, f.ended_at from archived_agreement g join funding f on f.id = g.funding_id
      where g.principal_left is not null and f.state = 'REFUNDED'`,
  )
  const books = new Books(months)
  for (const line of lines) {
    const [debit, credit] = [accounts.get(line.debit), accounts.get(line.credit)]
    if (debit && isCash(debit)) bookLine(books.of(debit.owner, line.at), line, -line.amount, credit)
    if (credit && isCash(credit)) bookLine(books.of(credit.owner, line.at), line, line.amount, debit)
  }
  for (const part of parts) {
    const sums = books.of(part.lender, part.at)
    for (const key of ['principal', 'interest', 'penalty', 'tax'] as const) sums[key] += part[key]
  }
  for (const { lender, at, left } of opened) books.of(lender, at).left += left
  for (const { lender, at, amount } of await handedHoldings(db)) books.of(lender, at).left += amount
  return books.closed()
}

const isCash = ({ kind }: Account): boolean => kind.startsWith('LENDER_CASH')

function bookLine(sums: Recomputed, { kind }: Line, amount: number, other: Account | undefined): void {
  sums.closing += amount
  sums.movements += 1
  if (kind === 'TOP_UP' || kind === 'CASH_OPENING') sums.toppedUp += amount
  else if (kind === 'FUNDING') sums.lent -= amount
  else if (kind === 'REFUND') sums.refunded += amount
  else if (kind.startsWith('WITHDRAWAL'))
    sums[other?.kind.startsWith('TRANSFER_FEE') ? 'fees' : 'withdrawn'] -= amount
  else sums.received += amount
}

/** The months of each lender; the first one contains the sum of everything before. */
class Books {
  readonly #months: readonly string[]
  readonly #lenders = new Map<number, Recomputed[]>()
  readonly #later = nothing()

  constructor(months: readonly BusinessDate[]) {
    this.#months = months.map((month) => month.slice(0, 7))
  }

  of(lender: number, at: Date): Recomputed {
    const rows = this.#lenders.get(lender) ?? Array.from({ length: this.#months.length + 1 }, nothing)
    this.#lenders.set(lender, rows)
    const month = businessDateOf(at).slice(0, 7)
    const place = month < (this.#months[0] ?? '') ? 0 : this.#months.indexOf(month) + 1
    return (place === 0 && month >= (this.#months[0] ?? '') ? undefined : rows[place]) ?? this.#later
  }

  closed(): Map<string, Recomputed> {
    const found = new Map<string, Recomputed>()
    for (const [lender, rows] of this.#lenders) {
      let [balance, left] = [0, 0]
      rows.forEach((row, place) => {
        const opening = balance
        balance += row.closing
        left += row.left + row.lent - row.refunded - row.principal
        const month = this.#months[place - 1]
        if (month) found.set(`${lender} ${month}-01`, { ...row, opening, closing: balance, left })
      })
    }
    return found
  }
}

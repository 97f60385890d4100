import { addDays, addMonths, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import { type Database, many } from '../../../platform/db/database.ts'
import { handedHoldings } from './handed-holdings.ts'

/** The lent principal at the end of a month by quality class, and the return of the month. */
export type RecomputedLent = {
  /** Principal by quality class, best first. */
  quality: number[]
  notPaidOut: number
  writtenOff: number
  lost: number
  average: number
}

type Owed = { lender: number; loan: number; at: Date; amount: number; isHanded?: true }
type Loan = { id: number; borrower: number }
type Span = { loan: number; at: Date; until: Date | null }
type PaidOut = { loan: number; at: Date; amount: number }
type Payment = { loan: number; paidOn: BusinessDate; at: Date; principal: number; interest: number }
type Due = {
  loan: number
  no: number
  dueDate: BusinessDate
  principal: number
  interest: number
  version: number
  replacedOn: BusinessDate | null
  paidOnIt: number
}
type Closed = { day: BusinessDate; at: Date }

const lastDaysOfQuality = [0, 30, 60, 90]
const oneQualityFrom = 2_000_000_000

/** The source data of all months, read once. */
type Records = {
  owed: Owed[]
  loans: Loan[]
  writeOffs: Span[]
  paidOut: Map<number, PaidOut[]>
  payments: Payment[]
  due: Due[]
  closed: Map<BusinessDate, Date>
}

/**
 * Independently computes the lent principal of every lender at the end of each of these months, loan by loan: from
 * transfers between cash and the escrow of a loan, its disbursement, and the parts of payments. The days late are
 * computed from schedules and payments, and the average lent principal from the end of every day.
 */
export async function recomputeLent(
  db: Database,
  months: readonly BusinessDate[],
): Promise<Map<string, RecomputedLent>> {
  const records = await read(db)
  const found = new Map<string, RecomputedLent>()
  const lenders = Map.groupBy(records.owed, ({ lender }) => lender)
  for (const month of months) {
    const to = addDays(addMonths(month, 1), -1)
    const qualities = qualitiesOn(records, to)
    for (const [lender, owed] of lenders)
      found.set(`${lender} ${month}`, ofMonth(records, owed, { month, to, qualities }))
  }
  return found
}

function ofMonth(
  records: Records,
  owed: readonly Owed[],
  { month, to, qualities }: { month: BusinessDate; to: BusinessDate; qualities: Map<number, number> },
): RecomputedLent {
  const sums: RecomputedLent = { quality: [0, 0, 0, 0, 0], notPaidOut: 0, writtenOff: 0, lost: 0, average: 0 }
  const days = daysBetween(month, to) + 1
  let everyDay = 0n
  for (const [loan, theirs] of Map.groupBy(owed, ({ loan: of }) => of)) {
    const leftAt = (end: Date) => theirs.reduce((sum, { at, amount }) => (at < end ? sum + amount : sum), 0)
    const lostSpans = records.writeOffs.filter((one) => one.loan === loan)
    const isLostAt = (end: Date) => lostSpans.some(({ at, until }) => at < end && !(until && until < end))
    const end = endOf(to)
    const left = leftAt(end)
    if (isLostAt(end)) sums.writtenOff += left
    else if (!isPaidOutAt(records, loan, end)) sums.notPaidOut += left
    else sums.quality[qualities.get(loan) ?? 0] = (sums.quality[qualities.get(loan) ?? 0] ?? 0) + left
    for (let day = month; day <= to; day = addDays(day, 1))
      if (!isLostAt(endOf(day))) everyDay += BigInt(leftAt(endOf(day)))
    sums.lost += lostIn(theirs, lostSpans, { since: endOf(addDays(month, -1)), until: end })
  }
  sums.average = Number(everyDay / BigInt(days))
  return sums
}

/** The unpaid principal of loans at their write-off, less later recoveries, within a period. */
function lostIn(
  owed: readonly Owed[],
  spans: readonly Span[],
  { since, until }: { since: Date; until: Date },
): number {
  const isWithin = (at: Date | null) => at !== null && at >= since && at < until
  const leftBefore = (end: Date) => owed.reduce((sum, { at, amount }) => (at < end ? sum + amount : sum), 0)
  return spans.reduce((sum, { at, until: back }) => {
    const recovered = owed
      .filter((one) => !one.isHanded && isWithin(one.at) && one.at >= at && !(back && one.at >= back))
      .reduce((total, { amount }) => total - amount, 0)
    const lost = isWithin(at) ? leftBefore(at) : 0
    const returned = back && isWithin(back) ? leftBefore(back) : 0
    return sum + lost - returned - recovered
  }, 0)
}

const endOf = (day: BusinessDate): Date => new Date(Date.parse(`${addDays(day, 1)}T00:00:00+07:00`))

/**
 * Whether a loan is disbursed at that time: more money left its escrow to the borrower than came back. A taken-over
 * loan was disbursed before.
 */
const isPaidOutAt = ({ paidOut }: Records, loan: number, end: Date): boolean =>
  (paidOut.get(loan) ?? []).reduce((sum, { at, amount }) => (at < end ? sum + amount : sum), 0) > 0

/**
 * The index of the quality class of every loan at the end of a day, as known when the day was closed, or as known now.
 */
function qualitiesOn(records: Records, day: BusinessDate): Map<number, number> {
  const known = records.closed.get(day)
  const counts = ({ paidOn, at }: Payment) => paidOn <= day && (known === undefined || at <= known)
  const payments = Map.groupBy(records.payments.filter(counts), ({ loan }) => loan)
  const due = Map.groupBy(records.due, ({ loan }) => loan)
  const late = new Map<number, { days: number; left: number }>()
  for (const { id } of records.loans) {
    const paid = payments.get(id) ?? []
    const schedule = (due.get(id) ?? []).toSorted((a, b) => a.no - b.no)
    let pool = paid.reduce((sum, { principal, interest }) => sum + principal + interest, 0)
    // An installment superseded by that day counts only with the amount paid on it.
    const oldest = schedule.find(({ principal, interest, replacedOn, paidOnIt }) => {
      pool -= replacedOn !== null && replacedOn <= day ? paidOnIt : principal + interest
      return pool < 0
    })?.dueDate
    // Versions that were taken back count for nobody.
    const first = schedule.find(({ replacedOn }) => replacedOn !== '-infinity')?.version
    const lentFirst = schedule.reduce(
      (sum, { version, principal }) => (version === first ? sum + principal : sum),
      0,
    )
    const left = paid.reduce((sum, { principal }) => sum - principal, lentFirst)
    late.set(id, { days: oldest && oldest < day ? daysBetween(oldest, day) : 0, left })
  }
  const isWrittenOff = (id: number) =>
    records.writeOffs.some(
      ({ loan, at, until }) => loan === id && at < endOf(day) && !(until && until < endOf(day)),
    )
  const found = new Map<number, number>()
  for (const theirs of Map.groupBy(records.loans, ({ borrower }) => borrower).values()) {
    const standing = theirs.flatMap(({ id }) => (isWrittenOff(id) ? [] : (late.get(id) ?? [])))
    const isOne = standing.reduce((sum, { left }) => sum + Math.max(0, left), 0) >= oneQualityFrom
    const worst = Math.max(0, ...standing.map(({ days }) => days))
    for (const { id } of theirs) {
      const days = isOne ? worst : (late.get(id)?.days ?? 0)
      found.set(id, lastDaysOfQuality.filter((last) => days > last).length)
    }
  }
  return found
}

async function read(db: Database): Promise<Records> {
  const transfers = await many<{
    from: string
    to: string
    fromOwner: number
    toOwner: number
    amount: number
    at: Date
  }>(
    db,
    'test.lent_transfers',
    `select d.kind as "from", c.kind as "to", d.owner_id as "fromOwner", c.owner_id as "toOwner", t.amount, t.created_at as at
       from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account`,
  )
  const isCash = (kind: string) => kind.startsWith('LENDER_CASH')
  const moved = transfers.flatMap(({ from, to, fromOwner, toOwner, amount, at }): Owed[] => {
    if (isCash(from) && to === 'LOAN_ESCROW') return [{ lender: fromOwner, loan: toOwner, at, amount }]
    if (from === 'LOAN_ESCROW' && isCash(to))
      return [{ lender: toOwner, loan: fromOwner, at, amount: -amount }]
    return []
  })
  const paidOut = transfers.flatMap(({ from, to, fromOwner, toOwner, amount, at }): PaidOut[] => {
    if (from === 'LOAN_ESCROW' && to === 'BORROWER_CLEARING') return [{ loan: toOwner, at, amount }]
    if (from === 'BORROWER_CLEARING' && to === 'LOAN_ESCROW')
      return [{ loan: fromOwner, at, amount: -amount }]
    if (to === 'OPENING_BALANCE') return [{ loan: toOwner, at, amount: -amount }]
    return from === 'OPENING_BALANCE' ? [{ loan: fromOwner, at, amount }] : []
  })
  const parts = await many<Owed>(
    db,
    'test.lent_parts',
    `select r.lender_id as lender, p.loan_id as loan, p.created_at as at, -r.principal as amount
       from lender_repayment r join loan_payment p on p.id = r.payment_id`,
  )
  const opened = await many<Owed>(
    db,
    'test.lent_opened',
    `select g.lender_id as lender, g.loan_id as loan, g.created_at as at, g.principal_left as amount
       from archived_agreement g where g.principal_left is not null
      union all
     select g.lender_id, g.loan_id, f.ended_at, -g.principal_left
       from archived_agreement g join funding f on f.id = g.funding_id
      where g.principal_left is not null and f.state = 'REFUNDED'`,
  )
  return {
    owed: [...moved, ...parts, ...opened, ...(await handedHoldings(db))],
    paidOut: Map.groupBy(paidOut, ({ loan }) => loan),
    loans: await many<Loan>(db, 'test.lent_loans', 'select id, borrower_id as borrower from loan'),
    writeOffs: await many<Span>(
      db,
      'test.lent_write_offs',
      `select w.loan_id as loan, w.created_at as at,
              (select r.created_at from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text) as until
         from write_off_record w`,
    ),
    payments: await many<Payment>(
      db,
      'test.lent_payments',
      'select loan_id as loan, paid_on as "paidOn", created_at as at, principal, interest from loan_payment',
    ),
    due: await many<Due>(
      db,
      'test.lent_due',
      `select i.loan_id as loan, i.no, i.version, i.due_date as "dueDate", i.principal, i.interest,
              i.superseded_on as "replacedOn", coalesce((
                select sum(r.principal + r.interest) from loan_payment p join lender_repayment r on r.payment_id = p.id
                 where p.loan_id = i.loan_id and r.no = i.no), 0)::bigint as "paidOnIt"
         from installment i`,
    ),
    closed: new Map(
      (await many<Closed>(db, 'test.lent_closed', 'select date as day, created_at as at from day_close')).map(
        ({ day, at }) => [day, at],
      ),
    ),
  }
}

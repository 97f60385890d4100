import { many, type Queryable } from '../../server/src/platform/db/database.ts'
import { monthsBetween, receivedOf, scheduleOf } from './outcome.ts'
import type { SourceLoan } from './source.ts'

/** Groups of loans, by how exactly the file determines the interest that they paid. */
export const groups = [
  'paid to term',
  'paid to term, with late fees or later',
  'paid off early',
  'charged off',
] as const
export type Group = (typeof groups)[number]

/** How well the books agree with the file: numbers of loans, and sums in rupiah. */
export type Agreement = {
  loans: number
  /** Number of loans whose monthly payment matches the file within 5 cents of a dollar. */
  installment: number
  /** Number of loans whose received principal matches the file within a dollar. */
  principal: number
  /** Number of loans whose received principal plus interest matches the file within a dollar. */
  together: number
  /** Number of loans whose interest is within 0.1% of the file; `interestPercent` is the number within 1%. */
  interestPerMille: number
  interestPercent: number
  /** Number of loans whose late fees match exactly; `recovered` is the number whose recoveries match exactly. */
  lateFee: number
  recovered: number
  file: { principal: number; interest: number; lateFee: number; recovered: number }
  books: { principal: number; interest: number; lateFee: number; recovered: number; excess: number }
}

type Booked = {
  number: string
  principal: number
  interest: number
  penalty: number
  recovered: number
  excess: number
}

/** Reads the amounts received for loans, before their write-off and after it. */
export function bookedOf(db: Queryable, loanNumbers: readonly string[]): Promise<Booked[]> {
  return many<Booked>(
    db,
    'replay.booked',
    `select l.loan_number as number,
            coalesce(sum(p.principal) filter (where not after), 0)::bigint as principal,
            coalesce(sum(p.interest) filter (where not after), 0)::bigint as interest,
            coalesce(sum(p.penalty), 0)::bigint as penalty, coalesce(sum(p.excess), 0)::bigint as excess,
            coalesce(sum(p.amount) filter (where after), 0)::bigint as recovered
       from loan l left join write_off w on w.loan_id = l.id left join loan_payment p on p.loan_id = l.id
       cross join lateral (select coalesce(p.paid_on > w.written_off_on, false) as after) a
      where l.loan_number = any($1) group by l.loan_number`,
    [loanNumbers],
  )
}

export function groupOf(loan: SourceLoan): Group {
  if (loan.chargedOff || loan.lastPaidOn === null) return 'charged off'
  const late = monthsBetween(loan.issuedOn, loan.lastPaidOn) - loan.termMonths
  if (late < 0) return 'paid off early'
  // The file gives the month in which a loan was listed, so a last payment one month later is on time.
  return late <= 1 && loan.receivedLateFee === 0 ? 'paid to term' : 'paid to term, with late fees or later'
}

export const noAgreement = (): Agreement => ({
  loans: 0,
  installment: 0,
  principal: 0,
  together: 0,
  interestPerMille: 0,
  interestPercent: 0,
  lateFee: 0,
  recovered: 0,
  file: { principal: 0, interest: 0, lateFee: 0, recovered: 0 },
  books: { principal: 0, interest: 0, lateFee: 0, recovered: 0, excess: 0 },
})

/** Adds a loan to the comparison. */
export function compare(agreement: Agreement, loan: SourceLoan, booked: Booked): void {
  const file = receivedOf(loan)
  const cent = receivedOf({ ...loan, receivedPrincipal: 0.01 }).principal
  const first = scheduleOf(loan, loan.issuedOn)[0]
  const monthly = receivedOf({ ...loan, receivedPrincipal: loan.installment }).principal
  const interestOff = Math.abs(booked.interest - file.interest) / Math.max(1, file.interest)
  const near = (a: number, b: number, cents: number) => Math.abs(a - b) <= cents * cent
  agreement.loans += 1
  const monthlyIsOurs = near((first?.principal ?? 0) + (first?.interest ?? 0), monthly, 5.1)
  agreement.installment += Number(monthlyIsOurs)
  agreement.principal += Number(near(booked.principal, file.principal, 100))
  const together = near(booked.principal + booked.interest, file.principal + file.interest, 100)
  agreement.together += Number(together)
  agreement.interestPerMille += Number(interestOff <= 0.001)
  agreement.interestPercent += Number(interestOff <= 0.01)
  agreement.lateFee += Number(booked.penalty === file.lateFee)
  agreement.recovered += Number(booked.recovered === file.recovered)
  for (const part of ['principal', 'interest', 'lateFee', 'recovered'] as const)
    agreement.file[part] += file[part]
  agreement.books.principal += booked.principal
  agreement.books.interest += booked.interest
  agreement.books.lateFee += booked.penalty
  agreement.books.recovered += booked.recovered
  agreement.books.excess += booked.excess
}

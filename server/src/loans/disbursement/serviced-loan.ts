import { many, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { AllocationOrder } from '../../books/index.ts'

/** A disbursed loan whose row this transaction has locked; amounts in whole rupiah. */
export type ServicedLoan = {
  loanId: number
  loanNumber: string
  /** Today's business day, by the database's time in the transaction. */
  today: BusinessDate
  disbursedOn: BusinessDate
  /** The newest version of its schedule. */
  version: number
  penaltyPpmPerDay: number
  /** Whole rupiah that may still be charged as penalty. */
  penaltyRoom: number
  /** Whole rupiah that the platform may still add to its payments to close residues. */
  roundingRoom: number
  principalDue: number
  interestDue: number
  clearingAccount: number
  /** The order in which its payments are allocated. */
  allocation: AllocationOrder
  /** Whether its agreements were signed elsewhere, before a take-over. */
  takenOver: boolean
}

/**
 * Locks disbursed loans until the end of the transaction, in the order of their ids. Every operation on disbursed loans
 * takes this lock first, then cash accounts by id, then loan positions. Funding, which locks cash before a position,
 * never locks these rows.
 * The lock is a statement of its own: one that waits for it goes on with what it saw before of every row but the locked.
 * @returns the loans by number, without those that are not disbursed
 */
export async function lockServicing(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, ServicedLoan>> {
  const numbers = [...new Set(loanNumbers)]
  const locked = await many<{ loanId: number }>(
    tx,
    'loans.disbursement.lock',
    `select s.loan_id as "loanId" from loan l join loan_servicing s on s.loan_id = l.id
      where l.loan_number = any($1) order by s.loan_id for no key update of s`,
    [numbers],
  )
  const rows = await many<ServicedLoan>(
    tx,
    'loans.disbursement.locked',
    `select s.loan_id as "loanId", l.loan_number as "loanNumber",
            business_day(app_now()) as today, s.disbursed_on as "disbursedOn", s.version,
            s.penalty_ppm_per_day as "penaltyPpmPerDay", s.penalty_limit - s.penalty_paid as "penaltyRoom",
            s.principal_due as "principalDue", s.interest_due as "interestDue",
            t.rounding_tolerance - (select coalesce(sum(r.rounding), 0)::bigint from loan_payment r
                                     where r.loan_id = s.loan_id and r.rounding <> 0) as "roundingRoom",
            s.clearing_account as "clearingAccount", t.allocation,
            exists (select from loan_take_over k where k.loan_id = l.id) as "takenOver"
       from loan_servicing s join loan l on l.id = s.loan_id join loan_terms t on t.loan_id = s.loan_id
      where s.loan_id = any($1) order by s.loan_id`,
    [locked.map(({ loanId }) => loanId)],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

/** Those of these numbers that belong to a loan in any state. */
export async function knownLoans(db: Queryable, loanNumbers: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ number: string }>(
    db,
    'loans.disbursement.known',
    'select loan_number as number from loan where loan_number = any($1)',
    [loanNumbers],
  )
  return new Set(rows.map(({ number }) => number))
}

/** The refusal for a loan that is not disbursed or does not exist. */
export const notServiced = (loanNumber: string, known: ReadonlySet<string>): Refusal =>
  new Refusal(known.has(loanNumber) ? 'LOAN_NOT_DISBURSED' : 'LOAN_NOT_FOUND')

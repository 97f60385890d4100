import { many, one, type Queryable } from '../platform/db/database.ts'
import type { BusinessDate } from './schedule/index.ts'

/** A loan under service, in rupiah, locked by whoever holds it. */
export type ServicedLoan = {
  loanId: number
  loanNumber: string
  /** The business day on which it is held. */
  today: BusinessDate
  disbursedOn: BusinessDate
  /** The newest version of its schedule. */
  version: number
  penaltyPpmPerDay: number
  /** What may still be asked as penalty. */
  penaltyRoom: number
  principalDue: number
  interestDue: number
  clearingAccount: number
}

/**
 * Locks loans that were paid out until the end of the transaction, in the order of their ids. It is the first thing
 * that a verb of servicing locks; cash accounts follow in the order of theirs, then loan positions. Funding, which
 * holds cash while it waits for a position, never locks these rows.
 * @returns the loans by number; without those that were not paid out
 */
export async function lockServicing(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, ServicedLoan>> {
  const rows = await many<ServicedLoan>(
    tx,
    'servicing.lock',
    `select s.loan_id as "loanId", l.loan_number as "loanNumber",
            business_day(app_now()) as today, s.disbursed_on as "disbursedOn", s.version,
            s.penalty_ppm_per_day as "penaltyPpmPerDay", s.penalty_limit - s.penalty_paid as "penaltyRoom",
            s.principal_due as "principalDue", s.interest_due as "interestDue",
            s.clearing_account as "clearingAccount"
       from loan l join loan_servicing s on s.loan_id = l.id
      where l.loan_number = any($1) order by s.loan_id for no key update of s`,
    [[...new Set(loanNumbers)]],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

/** Which of these numbers are loans, whatever became of them. */
export async function knownLoans(db: Queryable, loanNumbers: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ number: string }>(
    db,
    'servicing.known',
    'select loan_number as number from loan where loan_number = any($1)',
    [loanNumbers],
  )
  return new Set(rows.map(({ number }) => number))
}

/** An installment in force that is not complete, in rupiah. */
export type UnpaidInstallment = {
  loanId: number
  no: number
  version: number
  dueDate: BusinessDate
  principal: number
  interest: number
  principalPaid: number
  interestPaid: number
  penaltyPaid: number
}

/** What loans still ask, by loan, each in the order of the installments. */
export async function unpaidOf(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, UnpaidInstallment[]>> {
  const rows = await many<UnpaidInstallment>(
    tx,
    'servicing.unpaid',
    `select loan_id as "loanId", no, version, due_date as "dueDate", principal, interest,
            principal_paid as "principalPaid", interest_paid as "interestPaid", penalty_paid as "penaltyPaid"
       from installment
      where loan_id = any($1) and superseded_on is null
        and (principal_paid < principal or interest_paid < interest)
      order by loan_id, no`,
    [loanIds],
  )
  return Map.groupBy(rows, ({ loanId }) => loanId)
}

/** The business day in Jakarta, by the database's time. */
export async function today(tx: Queryable): Promise<BusinessDate> {
  const row = await one<{ today: string }>(tx, 'servicing.today', 'select business_day(app_now()) as today')
  return row.today
}

import type { TenorPeriod } from '@pematang/contract/format/tenor'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Installment, InterestType, Share } from '../../books/index.ts'
import { sum } from '../../platform/sum.ts'

export type FundedLoan = {
  loanId: number
  loanNumber: string
  status: string
  total: number
  escrowAccount: number
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
}

export type LoanToDisburse = FundedLoan & { penaltyPpmPerDay: number; penaltyMaximumPpm: number }

/** Loans that are not disbursed yet, by number. */
export async function findFundedLoans(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, LoanToDisburse>> {
  const rows = await many<LoanToDisburse>(
    tx,
    'loans.disbursement.funded',
    `select l.id as "loanId", l.loan_number as "loanNumber", p.status, p.total, p.escrow_account as "escrowAccount",
            l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod",
            coalesce(t.penalty_ppm_per_day, 0) as "penaltyPpmPerDay",
            coalesce(t.penalty_maximum_ppm, 0) as "penaltyMaximumPpm"
       from loan l join loan_position p on p.loan_id = l.id left join loan_terms t on t.loan_id = l.id
      where l.loan_number = any($1)`,
    [loanNumbers],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

export type SettledFunding = {
  loanId: number
  lenderId: number
  fundingId: string
  amount: number
  /** The day on which the funding was settled; for a taken-over loan, the day on which its agreement was signed. */
  fundedOn: BusinessDate
}

/** The settled fundings of loans, by loan, in the order of the requests. */
export async function settledFundings(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, SettledFunding[]>> {
  const rows = await many<SettledFunding>(
    tx,
    'loans.disbursement.fundings',
    `select f.loan_id as "loanId", f.lender_id as "lenderId", f.id as "fundingId", f.amount,
            coalesce(g.signed_on, business_day(coalesce(f.ended_at, f.created_at))) as "fundedOn"
       from funding f left join archived_agreement g on g.funding_id = f.id
      where f.loan_id = any($1) and f.state = 'SETTLED' order by f.loan_id, f.id`,
    [loanIds],
  )
  return Map.groupBy(rows, ({ loanId }) => loanId)
}

/**
 * What a reversed disbursement of a loan, or an opening balance that was taken back, left behind: its installments stay,
 * so new ones continue their numbering.
 */
export type UndoneDisbursement = {
  loanId: number
  clearingAccount: number
  openingAccount: number | null
  version: number
  lastNo: number
}

/** For each loan, the accounts and the highest schedule version and installment number that were left behind. */
export async function undoneDisbursements(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, UndoneDisbursement>> {
  const rows = await many<UndoneDisbursement>(
    tx,
    'loans.disbursement.undone',
    `select a.owner_id as "loanId", a.id as "clearingAccount", o.id as "openingAccount", coalesce(max(s.version), 0) as version,
            coalesce(max(s.first_no + cardinality(s.principal) - 1), 0) as "lastNo"
       from account a left join funding_schedule s on s.loan_id = a.owner_id
       left join account o on o.kind = 'OPENING_BALANCE' and o.owner_id = a.owner_id
      where a.kind = 'BORROWER_CLEARING' and a.owner_id = any($1) group by a.owner_id, a.id, o.id`,
    [loanIds],
  )
  return new Map(rows.map((row) => [row.loanId, row]))
}

export type Disbursement = {
  loan: LoanToDisburse
  /** The day on which its service begins here. */
  disbursedOn: BusinessDate
  /** The day on which the borrower got the money, for a loan that was paid out in another system. */
  paidOutOn?: BusinessDate
  clearingAccount: number
  /** Whether the loan's clearing account exists already, from a reversed disbursement. */
  isKnown: boolean
  /** Whether the schedules are those of the signed agreements. */
  isAgreed: boolean
  /** Schedule version and number of the first installment: 1 and 1 unless an earlier disbursement was reversed. */
  version: number
  firstNo: number
  penaltyLimit: number
  installments: readonly Installment[]
  fundings: readonly (Omit<SettledFunding, 'fundedOn'> & { share: Share })[]
}

const servicingColumns = {
  loanId: 'bigint',
  disbursedOn: 'date',
  principal: 'bigint',
  penaltyPpmPerDay: 'integer',
  penaltyLimit: 'bigint',
  interest: 'bigint',
  clearingAccount: 'bigint',
  version: 'smallint',
  isAgreed: 'boolean',
} as const

/**
 * Inserts the rows of disbursed loans: a concurrent disbursement of the same loan waits here and then finds it done.
 * @returns the loans that had not been paid out before
 */
export async function insertServicing(tx: Queryable, begun: readonly Disbursement[]): Promise<Set<number>> {
  const rows = await many<{ loanId: number }>(
    tx,
    'loans.disbursement.insert',
    `insert into loan_servicing (loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal_due,
                                 interest_due, clearing_account, version, agreed_version)
     select loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal, interest, clearing_account,
            version, case when is_agreed then version end
       from ${unnestRows(servicingColumns)}
      order by loan_id
     on conflict (loan_id) do nothing returning loan_id as "loanId"`,
    manyRows(servicingColumns, begun, {
      loanId: ({ loan }) => loan.loanId,
      disbursedOn: ({ disbursedOn }) => disbursedOn,
      principal: ({ loan }) => loan.total,
      penaltyPpmPerDay: ({ loan }) => loan.penaltyPpmPerDay,
      penaltyLimit: ({ penaltyLimit }) => penaltyLimit,
      interest: ({ installments }) => sum(installments.map(({ interest }) => interest)),
      clearingAccount: ({ clearingAccount }) => clearingAccount,
      version: ({ version }) => version,
      isAgreed: ({ isAgreed }) => isAgreed,
    }),
  )
  return new Set(rows.map(({ loanId }) => loanId))
}

export async function noteDisbursed(
  tx: Queryable,
  disbursed: readonly { loanId: number; journalId: string }[],
): Promise<void> {
  await run(
    tx,
    'loans.disbursement.note',
    `insert into loan_event (kind, loan_id, of_id)
     select 'DISBURSED', loan_id, journal_id from unnest($1::bigint[], $2::text[]) as row (loan_id, journal_id)`,
    [disbursed.map(({ loanId }) => loanId), disbursed.map(({ journalId }) => journalId)],
  )
}

/**
 * Sets loans from FUNDED to ACTIVE.
 * @returns how many were FUNDED, with the fundings that have a balance now: a take-over may have been taken back, and
 *   another taken over, since they were read
 */
export async function activate(tx: Queryable, begun: readonly Disbursement[]): Promise<number> {
  const parameters = [
    begun.map(({ loan }) => loan.loanId),
    begun.map(({ disbursedOn, paidOutOn }) => paidOutOn ?? disbursedOn),
  ]
  await run(
    tx,
    'loans.disbursement.disbursed_on',
    `update loan set disbursed_on = row.disbursed_on
       from unnest($1::bigint[], $2::date[]) as row (loan_id, disbursed_on) where loan.id = row.loan_id`,
    parameters,
  )
  return run(
    tx,
    'loans.disbursement.activate',
    `update loan_position p set status = 'ACTIVE' where loan_id = any($1) and status = 'FUNDED'
        and not exists (select from funding_balance b join funding f on f.lender_id = b.lender_id and f.id = b.funding_id
                         where b.loan_id = p.loan_id and f.state <> 'SETTLED')`,
    parameters.slice(0, 1),
  )
}

/** Whether these loans are still funded and not paid out, as others have committed it until now. */
export const areFunded = async (tx: Queryable, begun: readonly Disbursement[]): Promise<boolean> =>
  (
    await one<{ all: boolean }>(
      tx,
      'loans.disbursement.are_funded',
      `select not exists (select from loan_position where loan_id = any($1) and status <> 'FUNDED') as all`,
      [begun.map(({ loan }) => loan.loanId)],
    )
  ).all

export type NewInstallment = Installment & { loanId: number; version: number }

const installmentColumns = {
  loanId: 'bigint',
  no: 'smallint',
  version: 'smallint',
  dueDate: 'date',
  principal: 'bigint',
  interest: 'bigint',
} as const

export async function insertInstallments(
  tx: Queryable,
  installments: readonly NewInstallment[],
): Promise<void> {
  await run(
    tx,
    'loans.disbursement.installments',
    `insert into installment (${columnNames(installmentColumns)}) select * from ${unnestRows(installmentColumns)}`,
    manyRows(installmentColumns, installments),
  )
}

export type NewFundingSchedule = {
  loanId: number
  lenderId: number
  fundingId: string
  version: number
  firstNo: number
  share: Share
}

const scheduleColumns = {
  loanId: 'bigint',
  lenderId: 'bigint',
  fundingId: 'uuid',
  version: 'smallint',
  firstNo: 'smallint',
  principal: 'text',
  interest: 'text',
} as const

/**
 * Inserts the schedules of fundings. Arrays are passed as PostgreSQL array literals, because nested array parameters
 * would have to be rectangular.
 */
export async function insertFundingSchedules(
  tx: Queryable,
  schedules: readonly NewFundingSchedule[],
): Promise<void> {
  await run(
    tx,
    'loans.disbursement.funding_schedules',
    `insert into funding_schedule (loan_id, lender_id, funding_id, version, first_no, principal, interest)
     select loan_id, lender_id, funding_id, version, first_no, principal::bigint[], interest::bigint[]
       from ${unnestRows(scheduleColumns)}`,
    manyRows(scheduleColumns, schedules, {
      loanId: ({ loanId }) => loanId,
      lenderId: ({ lenderId }) => lenderId,
      fundingId: ({ fundingId }) => fundingId,
      version: ({ version }) => version,
      firstNo: ({ firstNo }) => firstNo,
      principal: ({ share }) => `{${share.principal.join()}}`,
      interest: ({ share }) => `{${share.interest.join()}}`,
    }),
  )
}

const balanceColumns = {
  lenderId: 'bigint',
  fundingId: 'uuid',
  loanId: 'bigint',
  principalDue: 'bigint',
  interestDue: 'bigint',
} as const

export async function insertBalances(tx: Queryable, begun: readonly Disbursement[]): Promise<void> {
  await run(
    tx,
    'loans.disbursement.balances',
    `insert into funding_balance (${columnNames(balanceColumns)}) select * from ${unnestRows(balanceColumns)}`,
    manyRows(
      balanceColumns,
      begun.flatMap(({ fundings }) => fundings),
      {
        lenderId: ({ lenderId }) => lenderId,
        fundingId: ({ fundingId }) => fundingId,
        loanId: ({ loanId }) => loanId,
        principalDue: ({ amount }) => amount,
        interestDue: ({ share }) => sum(share.interest),
      },
    ),
  )
}

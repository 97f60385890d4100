import type { TenorPeriod } from '@pematang/contract/format/tenor'
import { many, type Queryable, run } from '../platform/db/database.ts'
import type { BusinessDate, Installment, InterestType } from './schedule/index.ts'
import type { Share } from './shares/split-schedule.ts'

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

/** Loans as they stand before they are paid out, by number. */
export async function findFundedLoans(
  tx: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, FundedLoan>> {
  const rows = await many<FundedLoan>(
    tx,
    'servicing.funded',
    `select l.id as "loanId", l.loan_number as "loanNumber", p.status, p.total, p.escrow_account as "escrowAccount",
            l.interest, l.interest_type as "interestType", l.tenor, l.tenor_period as "tenorPeriod"
       from loan l join loan_position p on p.loan_id = l.id where l.loan_number = any($1)`,
    [loanNumbers],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}

export type SettledFunding = { loanId: number; lenderId: number; fundingId: string; amount: number }

/** The settled fundings of loans, by loan, in the order in which they were asked for. */
export async function settledFundings(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, SettledFunding[]>> {
  const rows = await many<SettledFunding>(
    tx,
    'servicing.fundings',
    `select loan_id as "loanId", lender_id as "lenderId", id as "fundingId", amount from funding
      where loan_id = any($1) and state = 'SETTLED' order by loan_id, id`,
    [loanIds],
  )
  return Map.groupBy(rows, ({ loanId }) => loanId)
}

/** All that begins when a loan is paid out. */
export type Beginning = {
  loan: FundedLoan
  disbursedOn: BusinessDate
  clearingAccount: number
  penaltyPpmPerDay: number
  penaltyLimit: number
  installments: readonly Installment[]
  fundings: readonly (SettledFunding & { share: Share })[]
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)

/**
 * Claims the loans for this transaction: whoever else pays one of them out waits here and then finds it done.
 * @returns the loans that nobody had paid out before
 */
export async function insertServicing(tx: Queryable, begun: readonly Beginning[]): Promise<Set<number>> {
  const rows = await many<{ loanId: number }>(
    tx,
    'servicing.insert',
    `insert into loan_servicing (loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal_due,
                                 interest_due, clearing_account)
     select loan_id, disbursed_on, principal, ppm, penalty_limit, principal, interest, clearing
       from unnest($1::bigint[], $2::date[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[])
         as row (loan_id, disbursed_on, principal, ppm, penalty_limit, interest, clearing)
      order by loan_id
     on conflict (loan_id) do nothing returning loan_id as "loanId"`,
    [
      begun.map(({ loan }) => loan.loanId),
      begun.map(({ disbursedOn }) => disbursedOn),
      begun.map(({ loan }) => loan.total),
      begun.map((one) => one.penaltyPpmPerDay),
      begun.map((one) => one.penaltyLimit),
      begun.map(({ installments }) => sum(installments.map(({ interest }) => interest))),
      begun.map((one) => one.clearingAccount),
    ],
  )
  return new Set(rows.map(({ loanId }) => loanId))
}

/** Loans that wait for being paid out become ACTIVE; gives how many did. */
export async function activate(tx: Queryable, begun: readonly Beginning[]): Promise<number> {
  const parameters = [begun.map(({ loan }) => loan.loanId), begun.map(({ disbursedOn }) => disbursedOn)]
  await run(
    tx,
    'servicing.disbursed_on',
    `update loan set disbursed_on = row.disbursed_on
       from unnest($1::bigint[], $2::date[]) as row (loan_id, disbursed_on) where loan.id = row.loan_id`,
    parameters,
  )
  return run(
    tx,
    'servicing.activate',
    `update loan_position set status = 'ACTIVE' where loan_id = any($1) and status = 'FUNDED'`,
    parameters.slice(0, 1),
  )
}

export type NewInstallment = Installment & { loanId: number; version: number }

export async function insertInstallments(tx: Queryable, rows: readonly NewInstallment[]): Promise<void> {
  await run(
    tx,
    'servicing.installments',
    `insert into installment (loan_id, no, version, due_date, principal, interest)
     select * from unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::date[], $5::bigint[], $6::bigint[])`,
    [
      rows.map(({ loanId }) => loanId),
      rows.map(({ no }) => no),
      rows.map(({ version }) => version),
      rows.map(({ dueDate }) => dueDate),
      rows.map(({ principal }) => principal),
      rows.map(({ interest }) => interest),
    ],
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

/** The arrays travel as the text that PostgreSQL reads them from: an array of arrays would have to be rectangular. */
export async function insertFundingSchedules(
  tx: Queryable,
  rows: readonly NewFundingSchedule[],
): Promise<void> {
  await run(
    tx,
    'servicing.funding_schedules',
    `insert into funding_schedule (loan_id, lender_id, funding_id, version, first_no, principal, interest)
     select loan_id, lender_id, funding_id, version, first_no, principal::bigint[], interest::bigint[]
       from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::smallint[], $5::smallint[], $6::text[], $7::text[])
         as row (loan_id, lender_id, funding_id, version, first_no, principal, interest)`,
    [
      rows.map(({ loanId }) => loanId),
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ fundingId }) => fundingId),
      rows.map(({ version }) => version),
      rows.map(({ firstNo }) => firstNo),
      rows.map(({ share }) => `{${share.principal.join()}}`),
      rows.map(({ share }) => `{${share.interest.join()}}`),
    ],
  )
}

export async function insertBalances(tx: Queryable, begun: readonly Beginning[]): Promise<void> {
  const rows = begun.flatMap(({ fundings }) => fundings)
  await run(
    tx,
    'servicing.balances',
    `insert into funding_balance (lender_id, funding_id, loan_id, principal_due, interest_due)
     select * from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[])`,
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ fundingId }) => fundingId),
      rows.map(({ loanId }) => loanId),
      rows.map(({ amount }) => amount),
      rows.map(({ share }) => sum(share.interest)),
    ],
  )
}

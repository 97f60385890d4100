import type { Pagination } from '@pematang/contract/fields'
import type { TransactionDay, TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import type { Context } from '../../context.ts'
import {
  fundingNumber,
  repaymentNumber,
  topUpNumber,
  withdrawalNumber,
} from '@pematang/contract/format/reference-number'
import { many, type Queryable } from '../../platform/db/database.ts'
import { paginate } from '../../platform/pagination.ts'
import { daysOf } from './days.ts'
import { findByReference } from './find-by-reference.ts'
import { findMovements, type Movement, type MovementCriteria } from './find-movements.ts'

export type TransactionQuery = {
  type?: string | undefined
  status?: string | undefined
  /** A period in Unix seconds, both ends included. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** A part of a transaction's or a loan's number. */
  reference?: string | undefined
  page: number
  limit: number
}

const typeNames = { 1: 'Top Up', 2: 'Funding', 5: 'Repayment', 6: 'Withdraw' } as const
const numbers = { 1: topUpNumber, 2: fundingNumber, 5: repaymentNumber, 6: withdrawalNumber } as const
const statusNames = { 1: 'Success', 2: 'In Progress', 3: 'Failed' } as const

/**
 * The movements on a lender's cash balance, including pending and failed ones, newest first, dated as their transfers in
 * the ledger (decision 0049). A bulk funding is one
 * movement, with a report of its loans. Repayments and refunds of cancelled loans both have the type Repayment. A
 * withdrawal that the bank returned is a second movement with the number of the withdrawal. A correction has the type
 * of the movement that it corrects, with its own sign.
 */
export async function listTransactions(
  { db }: Context,
  lenderId: number,
  query: TransactionQuery,
): Promise<{ list: TransactionItem[]; days: TransactionDay[]; pagination: Pagination }> {
  const criteria = criteriaOf(lenderId, query)
  const { total, rows } = await movementsOf(db, criteria, query.reference)
  return {
    list: await itemsOf(db, rows),
    days: await daysOf(db, criteria, query.reference?.trim() ?? '', rows),
    pagination: paginate(total, query),
  }
}

/** Converts an API query into search criteria. */
export const criteriaOf = (lenderId: number, query: TransactionQuery): MovementCriteria => ({
  lenderId,
  type: Number(query.type || 0),
  status: Number(query.status || 0),
  since: query.startDate ? instant(Number(query.startDate)) : '-infinity',
  until: query.endDate ? instant(Number(query.endDate) + 1) : 'infinity',
  page: query.page,
  limit: query.limit,
})

/** A page of the movements; if a reference is given, only those whose numbers contain it. */
export function movementsOf(db: Queryable, criteria: MovementCriteria, reference: string | undefined) {
  const text = reference?.trim()
  return text ? findByReference(db, criteria, text) : findMovements(db, criteria)
}

/** Movements in the form of the API, with the numbers of their loans. */
export async function itemsOf(db: Queryable, rows: readonly Movement[]): Promise<TransactionItem[]> {
  const loans = rows.flatMap(({ loanId }) => loanId ?? [])
  const numbered =
    loans.length > 0
      ? await many<{ id: number; number: string }>(
          db,
          'reports.transactions.loans',
          'select id, loan_number as number from loan where id = any($1)',
          [loans],
        )
      : []
  const loanNumbers = new Map(numbered.map(({ id, number }) => [id, number]))
  return rows.map((row) => toItem(row, loanNumbers))
}

const instant = (seconds: number): string => new Date(seconds * 1_000).toISOString()

const toItem = (row: Movement, loanNumbers: ReadonlyMap<number, string>): TransactionItem => ({
  id: row.id,
  typeName: typeNames[row.type],
  createdDate: row.at.toISOString(),
  reservedDate: row.reservedAt && row.reservedAt < row.at ? row.reservedAt.toISOString() : null,
  transactionNumber: row.bulkNumber ?? numbers[row.type](row.givenBack ?? row.id),
  loanNumber: row.loanId === null ? null : (loanNumbers.get(row.loanId) ?? null),
  amount: row.amount,
  status: statusNames[row.status],
  isDownloadable: row.bulkNumber !== null,
  isGivenBack: row.givenBack !== null,
  isCorrection: row.isCorrection,
  isOpening: row.isOpening,
})

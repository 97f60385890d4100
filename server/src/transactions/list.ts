import type { Pagination } from '@pematang/contract/fields'
import type { TransactionItem } from '@pematang/contract/transactions/endpoints'
import type { Context } from '../context.ts'
import { fundingNumber, repaymentNumber, topUpNumber, withdrawalNumber } from '../funding/index.ts'
import { many } from '../platform/db/database.ts'
import { paginate } from '../platform/pagination.ts'
import { findMovements, type Movement } from './find-movements.ts'

export type TransactionQuery = {
  type?: string | undefined
  status?: string | undefined
  /** Unix seconds, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
  page: number
  limit: number
}

const typeNames = { 1: 'Top Up', 2: 'Funding', 5: 'Repayment', 6: 'Withdraw' } as const
const numbers = { 1: topUpNumber, 2: fundingNumber, 5: repaymentNumber, 6: withdrawalNumber } as const
const statusNames = { 1: 'Success', 2: 'In Progress', 3: 'Failed' } as const

/**
 * The movements on a lender's cash balance, those that are under way and those that failed, the newest first. A bulk
 * funding is one movement, with a report of its loans; what came back from loans, their repayments and the refunds of
 * those that were withdrawn, is of type Repayment.
 */
export async function listTransactions(
  { db }: Context,
  lenderId: number,
  query: TransactionQuery,
): Promise<{ list: TransactionItem[]; pagination: Pagination }> {
  const { total, rows } = await findMovements(db, {
    lenderId,
    type: Number(query.type || 0),
    status: Number(query.status || 0),
    since: query.startDate ? instant(Number(query.startDate)) : '-infinity',
    until: query.endDate ? instant(Number(query.endDate) + 1) : 'infinity',
    page: query.page,
    limit: query.limit,
  })
  const loans = rows.flatMap(({ loanId }) => loanId ?? [])
  const loanNumbers = new Map(
    (loans.length > 0
      ? await many<{ id: number; number: string }>(
          db,
          'transactions.loans',
          'select id, loan_number as number from loan where id = any($1)',
          [loans],
        )
      : []
    ).map(({ id, number }) => [id, number]),
  )
  return { list: rows.map((row) => toItem(row, loanNumbers)), pagination: paginate(total, query) }
}

const instant = (seconds: number): string => new Date(seconds * 1_000).toISOString()

const toItem = (row: Movement, loanNumbers: ReadonlyMap<number, string>): TransactionItem => ({
  id: row.id,
  typeName: typeNames[row.type],
  createdDate: row.at.toISOString(),
  transactionNumber: row.bulkNumber ?? numbers[row.type](row.id),
  loanNumber: row.loanId === null ? null : (loanNumbers.get(row.loanId) ?? null),
  amount: row.amount,
  status: statusNames[row.status],
  isDownloadable: row.bulkNumber !== null,
})

import { formatDateLong } from '@pematang/contract/format/date'
import type {
  TransactionStatusName,
  transactionStatuses,
  transactionTypes,
  TransactionTypeName,
} from '@pematang/contract/reports/transactions/endpoints'
import { readPage } from '../../../lists/page-number.ts'
import { isDay } from './days.ts'

// Copied instead of imported from the contract, which keeps the schemas out of the bundle. The types ensure the same
// values.
const types: typeof transactionTypes = { 'Top Up': 1, Funding: 2, Repayment: 5, Withdraw: 6 }
const statuses: typeof transactionStatuses = { Success: 1, 'In Progress': 2, Failed: 3 }

export type TransactionType = '' | `${(typeof transactionTypes)[TransactionTypeName]}`
export type TransactionStatus = '' | `${(typeof transactionStatuses)[TransactionStatusName]}`

/** The longest filter text that the API accepts. */
export const longestReference = 100

/** The filter of the history. Days are YYYY-MM-DD in Jakarta, both included; empty texts match all. */
export type TransactionFilter = {
  type: TransactionType
  status: TransactionStatus
  startDate: string
  endDate: string
  /** A part of the number of a transaction or loan. */
  reference: string
  page: number
}

export const noTransactionFilter: TransactionFilter = {
  type: '',
  status: '',
  startDate: '',
  endDate: '',
  reference: '',
  page: 1,
}

const oneOf = <V extends string>(values: Record<string, number>, text: string | null): V | '' =>
  Object.values(values).some((value) => String(value) === text) ? (text as V) : ''

/** Whether a filter leaves out transactions of the days that it shows. */
export const isSearched = ({ type, status, reference }: TransactionFilter): boolean =>
  type !== '' || status !== '' || reference !== ''

/** Reads the query string of the screen. Unknown and invalid values are ignored. */
export function parseTransactionFilter(search: URLSearchParams): TransactionFilter {
  const day = (key: string) => {
    const text = search.get(key) ?? ''
    return isDay(text) ? text : ''
  }
  return {
    type: oneOf<TransactionType>(types, search.get('type')),
    status: oneOf<TransactionStatus>(statuses, search.get('status')),
    startDate: day('startDate'),
    endDate: day('endDate'),
    reference: (search.get('reference') ?? '').trim().slice(0, longestReference),
    page: readPage(search),
  }
}

/** The sentence for a chosen day that has moved the other end of the range; otherwise null. */
export function movedSentence(
  before: Pick<TransactionFilter, 'startDate' | 'endDate'>,
  change: { startDate: string } | { endDate: string },
): string | null {
  const after = withDays(before, change)
  if ('startDate' in change) {
    return after.endDate === before.endDate
      ? null
      : `Sampai tanggal ikut menjadi ${formatDateLong(after.endDate)}, karena tidak boleh sebelum Dari tanggal.`
  }
  return after.startDate === before.startDate
    ? null
    : `Dari tanggal ikut menjadi ${formatDateLong(after.startDate)}, karena tidak boleh sesudah Sampai tanggal.`
}

/**
 * If a chosen day would reverse the range, the other end follows, so that a range is never empty by mistake.
 * @param change exactly the ends that the lender has just set
 */
export function withDays(
  filter: Pick<TransactionFilter, 'startDate' | 'endDate'>,
  change: { startDate: string } | { endDate: string },
): Pick<TransactionFilter, 'startDate' | 'endDate'> {
  const { startDate, endDate } = { ...filter, ...change }
  if (!startDate || !endDate || startDate <= endDate) return { startDate, endDate }
  return 'startDate' in change ? { startDate, endDate: startDate } : { startDate: endDate, endDate }
}

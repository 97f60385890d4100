import type {
  TransactionStatusName,
  transactionStatuses,
  transactionTypes,
  TransactionTypeName,
} from '@pematang/contract/transactions/endpoints'
import { isDay } from './days.ts'

// The values live in the contract beside its schemas; declaring them by its types keeps those out of the bundle.
const types: typeof transactionTypes = { 'Top Up': 1, Funding: 2, Repayment: 5, Withdraw: 6 }
const statuses: typeof transactionStatuses = { Success: 1, 'In Progress': 2, Failed: 3 }

export type TransactionType = '' | `${(typeof transactionTypes)[TransactionTypeName]}`
export type TransactionStatus = '' | `${(typeof transactionStatuses)[TransactionStatusName]}`

/** What the history shows. Days are YYYY-MM-DD in Jakarta, both included; empty texts filter nothing. */
export type TransactionFilter = {
  type: TransactionType
  status: TransactionStatus
  startDate: string
  endDate: string
  page: number
}

export const noTransactionFilter: TransactionFilter = {
  type: '',
  status: '',
  startDate: '',
  endDate: '',
  page: 1,
}

const oneOf = <V extends string>(values: Record<string, number>, text: string | null): V | '' =>
  Object.values(values).some((value) => String(value) === text) ? (text as V) : ''

/** Reads the query string of the screen. Whatever is unknown or wrong in it counts as not there. */
export function parseTransactionFilter(search: URLSearchParams): TransactionFilter {
  const day = (key: string) => {
    const text = search.get(key) ?? ''
    return isDay(text) ? text : ''
  }
  const page = search.get('page') ?? ''
  return {
    type: oneOf<TransactionType>(types, search.get('type')),
    status: oneOf<TransactionStatus>(statuses, search.get('status')),
    startDate: day('startDate'),
    endDate: day('endDate'),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/**
 * The other end follows when a chosen day would turn the range round, so that a range is never empty by mistake.
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

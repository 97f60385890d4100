import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'
import { firstSummary } from '../api/first-calls.ts'
import { readSession } from '../session/store.ts'

export type Summary = Answer<'GET /lender/summary'>

/** The query key for refetching the figures of the lender. */
export const summaryKey = ['summary'] as const

/**
 * The figures of the lender in whole rupiah: cash, lent money, waiting money. Features share one answer.
 * @param quiet for polling: a single failure causes no message and no reload
 */
export const summaryQuery = ({ quiet = false }: { quiet?: boolean } = {}) =>
  queryOptions({
    queryKey: summaryKey,
    queryFn: ({ signal }) => api('GET /lender/summary', { signal, quiet }),
    meta: { above: true },
    // The balance that stood on the page before the app must not disappear for a moment.
    placeholderData: () => firstSummary<Summary>(() => readSession()?.token),
  })

/** Whole rupiah that are neither in the cash balance nor lent: reserved for fundings, or being sent to the bank. */
export const waitingAmount = ({
  reservedBalance,
  withdrawingBalance,
}: Pick<Summary, 'reservedBalance' | 'withdrawingBalance'>): number => reservedBalance + withdrawingBalance

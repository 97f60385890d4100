import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'

type Summary = Answer<'GET /lender/summary'>

/** Of the figures of the lender, for whoever asks for them anew. */
export const summaryKey = ['summary'] as const

/**
 * The figures of the lender, in whole rupiah: cash, what is lent, what waits. Features share one answer.
 * @param quiet where it is asked again soon: a single one that fails is worth no message and no reload
 */
export const summaryQuery = ({ quiet = false }: { quiet?: boolean } = {}) =>
  queryOptions({
    queryKey: summaryKey,
    queryFn: ({ signal }) => api('GET /lender/summary', { signal, quiet }),
  })

/** Whole rupiah that are neither in the cash balance nor lent: reserved for fundings, or on their way to the bank. */
export const waitingAmount = ({
  reservedBalance,
  withdrawingBalance,
}: Pick<Summary, 'reservedBalance' | 'withdrawingBalance'>): number => reservedBalance + withdrawingBalance

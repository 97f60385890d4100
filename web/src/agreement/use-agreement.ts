import { CancelledError, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { prepareAgreement } from './prepare-agreement.ts'

/**
 * A loan whose agreements the lender reads, and the amount in whole rupiah. `signedTogether` is the number of loans
 * that are signed one after the other.
 */
export type LoanToRead = { loanNumber: string; amount: number; signedTogether?: number }

let readings = 0
/** How long both documents of a loan stay cached after they were shown or fetched. Milliseconds. */
const keptFor = 60_000
/** Milliseconds until another attempt after the server was busy or limited the requests. */
const patience = 5_000

const agreementOf = (
  reading: number,
  { loanNumber, amount, signedTogether }: LoanToRead,
  lenderUserId: number,
) =>
  queryOptions({
    queryKey: ['agreement', reading, loanNumber],
    queryFn: ({ signal }) => prepareAgreement({ loanNumber, signedTogether }, amount, lenderUserId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptFor,
  })

/** A number for one opened dialog: each dialog fetches the agreements again. */
export function useReading(): number {
  const [reading] = useState(() => ++readings)
  return reading
}

/**
 * Both agreements of the shown loan, generated and fetched on demand; then those of the next loan are prefetched.
 * @param next the loan that is probably shown next
 */
export function useAgreement(
  reading: number,
  loan: LoanToRead,
  next: LoanToRead | undefined,
  lenderUserId: number,
) {
  const client = useQueryClient()
  const query = useQuery(agreementOf(reading, loan, lenderUserId))
  const isHere = query.isSuccess
  useEffect(() => {
    if (!isHere || !next) return
    // Ignored here, because the failure is reported when this agreement is opened.
    client.query(agreementOf(reading, next, lenderUserId)).catch(() => undefined)
  }, [client, isHere, reading, next, lenderUserId])
  return query
}

/**
 * Fetches the agreements of all loans one after the other while the lender reads. A busy server is retried.
 * @returns the number of loans whose agreements were fetched or refused, and the error that ended it
 */
export function useAllAgreements(reading: number, loans: readonly LoanToRead[], lenderUserId: number) {
  const client = useQueryClient()
  const [fetched, setFetched] = useState(0)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const calls = new AbortController()
    const { signal } = calls
    void (async () => {
      for (const [place, loan] of loans.entries()) {
        await fetchPatiently(() => client.query(agreementOf(reading, loan, lenderUserId)), signal)
        if (signal.aborted) return
        setFetched(place + 1)
      }
    })().catch((failure: unknown) => {
      if (!signal.aborted) setError(failure)
    })
    return () => calls.abort()
  }, [client, reading, loans, lenderUserId])
  return { fetched, error }
}

async function fetchPatiently(fetch: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await fetch()
      return
    } catch (error) {
      // The fetch was cancelled, because the lender has moved to another loan meanwhile.
      if (error instanceof CancelledError) continue
      if (!(error instanceof ApiError && error.kind === 'busy')) throw error
      await new Promise((resolve) => setTimeout(resolve, patience))
    }
  }
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { prepareAgreement } from '../../agreement/prepare-agreement.ts'
import type { OpenLoan } from './bulk-wish.ts'

let readings = 0
/** Both documents of a loan are kept this long after they were looked at. Milliseconds. */
const keptFor = 60_000

const agreementOf = (reading: number, loan: OpenLoan, lenderUserId: number) =>
  queryOptions({
    queryKey: ['bulk-agreement', reading, loan.loan_number],
    queryFn: ({ signal }) =>
      prepareAgreement({ loanNumber: loan.loan_number }, loan.amount, lenderUserId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptFor,
  })

/**
 * Both agreements of the loan that is looked at, made and fetched only now; those of its neighbour follow as soon as
 * they are there. Each dialog reads anew.
 * @param next the loan that is probably looked at next
 */
export function useAgreement(loan: OpenLoan, next: OpenLoan | undefined, lenderUserId: number) {
  const client = useQueryClient()
  const [reading] = useState(() => ++readings)
  const query = useQuery(agreementOf(reading, loan, lenderUserId))
  const isHere = query.isSuccess
  useEffect(() => {
    if (!isHere || !next) return
    // It fails again, and is told, when it is looked at.
    client.query(agreementOf(reading, next, lenderUserId)).catch(() => undefined)
  }, [client, isHere, reading, next, lenderUserId])
  return query
}

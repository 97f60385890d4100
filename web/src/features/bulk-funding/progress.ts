import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Answer, api } from '../../api/client.ts'

type Progress = Answer<'GET /funding/bulk/progress'>

/** How often the server is asked while loans are being funded, and while only the end is still shown. Milliseconds. */
const whileRunning = 2_000
const afterwards = 15_000

const isRunning = ({ runs }: Pick<Progress, 'runs'>): boolean =>
  runs.some(({ status }) => status === 'RUNNING')

/** How far it is, in whole percent, 0 to 100: never 100 before the last loan is through. */
export function progressPercent({
  qtyCurrentProcess,
  qtyLoanFunded,
}: Pick<Progress, 'qtyCurrentProcess' | 'qtyLoanFunded'>): number {
  if (qtyLoanFunded <= 0) return 0
  return Math.min(100, Math.floor((100 * qtyCurrentProcess) / qtyLoanFunded))
}

/** When to ask again, in milliseconds, or false: only as long as the server says that there is something to show. */
export function askAgainAfter(
  progress: Pick<Progress, 'isShowWidgetProcess' | 'runs'> | undefined,
): number | false {
  if (!progress?.isShowWidgetProcess) return false
  return isRunning(progress) ? whileRunning : afterwards
}

/**
 * How far the bulk fundings of this lender are; asked again while they run and the page is in sight. When one has
 * ended, everything on the screen is asked for anew.
 */
export function useProgress(): Progress | undefined {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['bulk-progress'],
    queryFn: ({ signal }) => api('GET /funding/bulk/progress', { signal, quiet: true }),
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  })
  const ended = data?.runs.filter(({ status }) => status === 'DONE').length ?? 0
  useEffect(() => {
    if (ended > 0)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-progress' })
  }, [client, ended])
  return data
}

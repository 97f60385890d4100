import type { BulkRun } from '@pematang/contract/funding/bulk/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { toast } from '../../../ui/toast-store.ts'

type Progress = Answer<'GET /funding/bulk/progress'>

const progressKey = ['bulk-progress']

/** Polling intervals while loans are being funded, and while only the outcome is still shown. Milliseconds. */
const whileRunning = 1_000
const afterwards = 15_000

const isRunning = ({ runs }: Pick<Progress, 'runs'>): boolean =>
  runs.some(({ status }) => status === 'RUNNING')

/** Progress in whole percent, 0 to 100; 100 only when the last loan has been processed. */
export function progressPercent({
  qtyCurrentProcess,
  qtyLoanFunded,
}: Pick<Progress, 'qtyCurrentProcess' | 'qtyLoanFunded'>): number {
  if (qtyLoanFunded <= 0) return 0
  return Math.min(100, Math.floor((100 * qtyCurrentProcess) / qtyLoanFunded))
}

/** Polling interval in milliseconds; false once the server has nothing more to show. */
export function askAgainAfter(
  progress: Pick<Progress, 'isShowWidgetProcess' | 'runs'> | undefined,
): number | false {
  if (!progress?.isShowWidgetProcess) return false
  return isRunning(progress) ? whileRunning : afterwards
}

/** The progress of this lender's bulk fundings; polled while they run and the page is visible. */
export const useProgress = (): Progress | undefined =>
  useQuery({
    queryKey: progressKey,
    queryFn: ({ signal }) => api('GET /funding/bulk/progress', { signal, quiet: true }),
    meta: { above: true },
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  }).data

/**
 * Refetches everything else on the screen when another bulk funding has ended. The figures already include fundings
 * that ended before the screen was opened.
 */
export function useFreshAfterEnd(progress: Progress | undefined): void {
  const client = useQueryClient()
  const ended = progress?.runs.filter(({ status }) => status === 'DONE').length
  const known = useRef(ended)
  useEffect(() => {
    const isNew = known.current !== undefined && ended !== undefined && ended > known.current
    known.current = ended
    if (isNew) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== progressKey[0] })
    }
  }, [client, ended])
}

/** Hides the outcome of a bulk funding and its notice at once; both reappear if the request fails. */
export function useDismissEnd(): (run: BulkRun) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ noticeId }: BulkRun) => api('POST /notices/dismiss', { body: { id: noticeId ?? '' } }),
    onMutate: async ({ bulkFundingNumber }) => {
      await client.cancelQueries({ queryKey: progressKey })
      const before = client.getQueryData<Progress>(progressKey)
      client.setQueryData<Progress>(
        progressKey,
        (now) =>
          now && { ...now, runs: now.runs.filter((run) => run.bulkFundingNumber !== bulkFundingNumber) },
      )
      return before
    },
    onError: (error, _run, before) => {
      client.setQueryData(progressKey, before)
      toast.error(messageOf(error))
    },
  })
  return mutate
}

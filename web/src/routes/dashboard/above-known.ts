import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { useFirstSteps } from '../../features/reports/summary/index.ts'

/**
 * Whether it is known what stands above a list that has come. Drawn before, it would be pushed down, and a press on it
 * would hit something else. Queries with `meta: { above: true }` decide it; one that fails is not waited for.
 */
export function useAboveKnown(hasCome: boolean): boolean {
  const asked = useIsFetching({
    predicate: ({ meta, state }) =>
      meta?.above === true && state.status === 'pending' && state.fetchFailureCount === 0,
  })
  const steps = useFirstSteps()
  // Once drawn, a list stays.
  const [isDrawn, setDrawn] = useState(false)
  const isKnown = isDrawn || (hasCome && asked === 0 && !steps.awaited)
  if (isKnown && !isDrawn) setDrawn(true)
  return isKnown
}

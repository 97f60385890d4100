import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFirstSteps } from '../../features/reports/summary/index.ts'

/** Milliseconds that a list that has come is held back at most. */
const patience = 2_000

/**
 * Whether it is known what stands above a list that has come. Drawn before, it would be pushed down, and a press on it
 * would hit something else. Queries with `meta: { above: true }` decide it; one that fails or hangs is not waited for.
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
  useEffect(() => {
    if (!hasCome || isKnown) return
    const timer = setTimeout(() => setDrawn(true), patience)
    return () => clearTimeout(timer)
  }, [hasCome, isKnown])
  return isKnown
}

import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Card } from '../ui/card.tsx'
import { Part } from '../ui/lazy-part.tsx'
import { PartMissing } from '../ui/part-missing.tsx'
import { reloadForNewRelease } from './new-release.ts'

type Props = { children: ReactNode; loading: ReactNode }

/**
 * A screen within the layout: if its code fails to load, the navigation stays, and navigating elsewhere tries again.
 */
export function ScreenPart({ children, loading }: Props) {
  const { pathname } = useLocation()
  return (
    <Part again={pathname} loading={loading} notLoaded={(retry) => <ScreenMissing onRetry={retry} />}>
      {children}
    </Part>
  )
}

/**
 * Shown when the code of a screen is missing. After a release an old page may request removed files: it then reloads by
 * itself, once.
 */
function ScreenMissing({ onRetry }: { onRetry: () => void }) {
  const [known, setKnown] = useState(false)
  useEffect(() => {
    let left = false
    void reloadForNewRelease().then((reloads) => {
      if (!left && !reloads) setKnown(true)
    })
    return () => {
      left = true
    }
  }, [])
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return known ? (
    <Card>
      <PartMissing onRetry={onRetry} />
    </Card>
  ) : null
}

import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls a new screen to its top; for Back the browser restores the position. What lies over the screen before, as the
 * router's state says, leaves it where it is.
 */
export function useTopOnNewScreen(): void {
  const { pathname, state } = useLocation() as { pathname: string; state: { over?: unknown } | null }
  const isOver = state?.over === true
  const way = useNavigationType()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (way !== 'POP' && !isOver) window.scrollTo(0, 0)
  }, [pathname, way, isOver])
}

import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scrolls a new screen to its top; for Back the browser restores the position. */
export function useTopOnNewScreen(): void {
  const { pathname } = useLocation()
  const way = useNavigationType()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (way !== 'POP') window.scrollTo(0, 0)
  }, [pathname, way])
}

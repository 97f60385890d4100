import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new screen begins at its top; one that the lender goes back to stays where the browser restores it. */
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

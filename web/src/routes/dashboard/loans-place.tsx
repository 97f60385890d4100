import { type ReactNode, useEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router'

/** The state of a link to the portfolio whose target is the list itself, which stands below the first screen. */
export const toLoans = { toLoans: true }

const leadsHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toLoans' in state && state.toLoans === true

/** The list of funded loans; a link with the state `toLoans` scrolls to it, also where the screen is already shown. */
export function LoansPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // Another object for each press of the link.
  const location: Location<unknown> = useLocation()
  useEffect(() => {
    if (!leadsHere(location.state)) return
    place.current?.scrollIntoView()
    place.current?.focus({ preventScroll: true })
  }, [location])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-[calc(var(--topbar-height)+1rem)] outline-none">
      {children}
    </div>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The state of a link to the portfolio whose target is the list itself, which stands below the first screen. */
export const toLoans = { toLoans: true }

const leadsHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toLoans' in state && state.toLoans === true

/** The list of funded loans; a link with the state `toLoans` scrolls to it, also where the screen is already shown. */
export function LoansPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const { key, state } = useLocation()
  const isTarget = leadsHere(state)
  useEffect(() => {
    if (!isTarget) return
    place.current?.scrollIntoView()
    place.current?.focus({ preventScroll: true })
    // The key is another one for each press of the link.
  }, [isTarget, key])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-[calc(var(--topbar-height)+1rem)] outline-none">
      {children}
    </div>
  )
}

import { type ReactNode, useRef } from 'react'
import { useReached } from './use-reached.ts'

/** The next page is asked for this far before its place comes into sight. */
const ahead = '0px 0px 600px 0px'

type Props = { onReached: () => void; children: ReactNode }

/** Stands after the last item, and tells when it comes near the visible part of the screen. */
export function EndOfList({ onReached, children }: Props) {
  const place = useRef<HTMLLIElement>(null)
  useReached(place, onReached, { ahead })
  return <li ref={place}>{children}</li>
}

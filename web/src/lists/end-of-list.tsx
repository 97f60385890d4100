import { type ReactNode, type RefObject, useRef } from 'react'
import { useReached } from './use-reached.ts'

/** The next page is loaded when the end of the list is this close to the visible area. */
const ahead = '0px 0px 600px 0px'

type Props = { onReached: () => void; as?: 'li' | 'tr'; children: ReactNode }

/** The element after the last item, which reports when it is nearly visible. */
export function EndOfList({ onReached, as: Item = 'li', children }: Props) {
  const place = useRef<HTMLElement>(null)
  useReached(place, onReached, { ahead })
  return <Item ref={place as RefObject<never>}>{children}</Item>
}

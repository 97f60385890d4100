import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

/** The next page is asked for this far before its place comes into sight. */
const ahead = '0px 0px 600px 0px'

type Props = { onReached: () => void; children: ReactNode }

/** Stands after the last item, and tells when it comes near the visible part of the screen. */
export function EndOfList({ onReached, children }: Props) {
  const place = useRef<HTMLLIElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <li ref={place}>{children}</li>
}

import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** In the geometry of what comes. */
  fallback: ReactNode
  children: ReactNode
}

/** Draws its children once its place has come near the visible part of the screen; until then nothing is loaded. */
export function WhenSeen({ fallback, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return <div ref={place}>{seen ? children : fallback}</div>
}

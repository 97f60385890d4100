import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** A placeholder with the size of the children. */
  fallback: ReactNode
  children: ReactNode
}

/** Renders its children once they come close to the visible area; nothing is loaded before that. */
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

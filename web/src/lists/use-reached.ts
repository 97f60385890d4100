import { type RefObject, useEffect, useEffectEvent } from 'react'

type Options = {
  /** The part that scrolls; the screen where none is named. */
  root?: RefObject<Element | null>
  /** How far before its place comes into sight it counts as reached, as a margin of CSS. */
  ahead?: string
}

/** Tells each time that a place comes into sight. */
export function useReached(
  place: RefObject<Element | null>,
  onReached: () => void,
  { root, ahead = '0px' }: Options,
): void {
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { root: root?.current ?? null, rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, root, ahead])
}

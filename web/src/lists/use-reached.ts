import { type RefObject, useEffect, useEffectEvent } from 'react'

type Options = {
  /** The scrolling container; the viewport by default. */
  root?: RefObject<Element | null>
  /** The distance at which an element counts as visible, as a CSS margin. */
  ahead?: string
}

/** Calls back each time that an element becomes visible. */
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

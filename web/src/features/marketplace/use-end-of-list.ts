import { type RefCallback, useCallback, useEffectEvent } from 'react'

/** The next page is asked for this far before its place comes into sight. */
const ahead = '600px'

/**
 * Calls back when the element comes near the visible part of the screen, and again each time it comes back to it.
 * @returns the ref for the element that stands after the last item
 */
export function useEndOfList(onReached: () => void): RefCallback<Element> {
  const reached = useEffectEvent(onReached)
  return useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: `0px 0px ${ahead} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}

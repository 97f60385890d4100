import { useEffect, useState } from 'react'
import { type Opening, openingState } from './opening.ts'

/** Milliseconds until a provider page that does not load is reported. */
const longestOpening = 15_000

/**
 * Sends any request to the provider: even an opaque answer shows that it is reachable.
 * @returns null where the browser blocked the request
 */
async function isReachable(origin: string, signal: AbortSignal): Promise<boolean | null> {
  let blocked = false
  const note = () => {
    blocked = true
  }
  document.addEventListener('securitypolicyviolation', note)
  try {
    await fetch(`${origin}/robots.txt`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    return true
  } catch {
    return blocked || signal.aborted ? null : false
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}

/**
 * Tracks whether the page in a frame opens; remount the component for each attempt.
 * @param origin of the page
 * @param heard true once the page has sent a message
 */
export function useOpening(origin: string, heard: boolean) {
  const [known, setKnown] = useState<Omit<Opening, 'heard'>>({ loaded: false, reached: null, late: false })
  useEffect(() => {
    const calls = new AbortController()
    const timer = setTimeout(() => setKnown((now) => ({ ...now, late: true })), longestOpening)
    void isReachable(origin, calls.signal).then((reached) => {
      if (!calls.signal.aborted) setKnown((now) => ({ ...now, reached }))
    })
    return () => {
      clearTimeout(timer)
      calls.abort()
    }
  }, [origin])
  return {
    state: openingState({ ...known, heard }),
    onLoad: () => setKnown((now) => ({ ...now, loaded: true })),
  }
}

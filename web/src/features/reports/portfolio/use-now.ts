import { useEffect, useState } from 'react'

const every = 15_000

/** The current time in milliseconds since 1970; re-renders every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [])
  return now
}

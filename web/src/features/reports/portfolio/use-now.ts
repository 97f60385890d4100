import { useEffect, useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'

const every = 15_000

/** The server's time in milliseconds since 1970; re-renders every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useEffect, useState } from 'react'

/** A value once it has been unchanged for some milliseconds, e.g. an amount after typing. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}

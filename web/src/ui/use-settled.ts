import { useEffect, useState } from 'react'

/** The value once it has not changed for some milliseconds; until then the previous one. */
export function useSettled<T>(value: T, wait = 300): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, wait, value)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}

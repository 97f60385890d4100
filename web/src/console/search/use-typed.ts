import { useEffect, useState } from 'react'

/** Shorter texts are not searched for. */
export const shortestQuery = 2

const typingPause = 150

/** A typed text, trimmed, 150 ms after the last key. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text.trim()), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

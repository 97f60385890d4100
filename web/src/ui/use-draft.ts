import { useState } from 'react'

/**
 * Typed input that overrides a value of the URL. When the URL changes (back, reset, a saved search) its value
 * replaces the draft.
 * @param key identifies a value of the URL
 */
export function useDraft<T>(value: T, key: string): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value)
  const [shownFor, setShownFor] = useState(key)
  if (shownFor !== key) {
    setShownFor(key)
    setDraft(value)
  }
  return [draft, setDraft]
}

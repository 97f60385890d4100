import { vi } from 'vitest'

/**
 * Replaces `localStorage` until `vi.unstubAllGlobals`.
 * @returns its values by name
 */
export function stubLocalStorage(kept: Record<string, string> = {}): Map<string, string> {
  const values = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  })
  return values
}

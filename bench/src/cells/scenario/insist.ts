import type { Cell } from '../engine/cell.ts'
import type { Platform } from '../engine/platform.ts'

/** Milliseconds after which a client asks again. */
const patience = 2_000

type Call<T> = {
  cell: Cell
  /** Asks under a key or in another way that makes it harmless to ask again. */
  ask: (respond: (response: T) => void) => void
  isFinal: (response: T) => boolean
  done: (response: T) => void
  attempts?: number
}

/** Asks the same of the same cell until there is a final response. */
export function insist<T>(
  platform: Platform,
  { cell, ask, isFinal, done, attempts = Infinity }: Call<T>,
): void {
  let left = attempts
  let isDone = false
  const attempt = (): void => {
    if (isDone || left === 0) return
    left -= 1
    platform.call<T>(cell, ask, (response) => {
      if (isDone || !isFinal(response)) return
      isDone = true
      done(response)
    })
    platform.timeline.after(patience, attempt)
  }
  attempt()
}

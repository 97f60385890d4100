let running = 0
const listeners = new Set<() => void>()

function change(by: number) {
  running += by
  for (const listener of listeners) listener()
}

/** True while any work runs that blocks the whole screen. */
export const isLoading = (): boolean => running > 0

export function onLoadingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Covers the screen with the global loader until the work has succeeded or failed. */
export async function withLoader<T>(work: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

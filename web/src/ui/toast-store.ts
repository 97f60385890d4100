export type ToastKind = 'success' | 'warning' | 'error' | 'info'
export type ToastMessage = { id: number; kind: ToastKind; text: string; about?: string | undefined }
type Options = {
  /** The action that it is about: a newer toast of the same action replaces an older one. */
  about?: string
  /** True for messages that the lender must not miss: shown at once, replacing the current toast. */
  now?: boolean
}

/** A toast closes by itself after this many milliseconds (specification, section 9). */
export const toastDuration = 6_000
const longestQueue = 5

let queue: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function change(next: readonly ToastMessage[]) {
  queue = next
  for (const listener of listeners) listener()
}

const adding =
  (kind: ToastKind) =>
  (text: string, { now, about }: Options = {}) => {
    const message = { id: nextId++, kind, text, about }
    const others = queue.filter((one) => one.text !== text && (!about || one.about !== about))
    const [shown, ...waiting] = others
    if (now || !shown) return change([message])
    // A message that repeats another, or is newer of the same action, is shown at once in its place.
    if (others.length < queue.length) return change([message, ...others])
    // An error is shown at once instead of waiting behind a success message.
    if (kind === 'error' && shown.kind !== 'error' && shown.kind !== 'warning')
      return change([message, ...waiting])
    change([...queue, message].slice(0, longestQueue))
  }

/** One message at the top of the screen; the others wait until it has closed. */
export const toast = {
  success: adding('success'),
  warning: adding('warning'),
  error: adding('error'),
  info: adding('info'),
}

/** The toast on the screen, or null. */
export const currentToast = (): ToastMessage | null => queue[0] ?? null

export const closeToast = (id: number) => change(queue.filter((message) => message.id !== id))

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type ToastKind = 'success' | 'warning' | 'error' | 'info'
export type ToastMessage = {
  id: number
  kind: ToastKind
  text: string
  about?: string | undefined
  at: number
}
type Options = {
  /** The action that it is about: a newer toast of the same action replaces an older one. */
  about?: string
  /** True for messages that the lender must not miss: shown at once, replacing the current toast. */
  now?: boolean
}

/** A toast closes by itself after this many milliseconds (specification, section 9). */
export const toastDuration = 6_000
const longestQueue = 5
/** A message that waited longer than this, in milliseconds, is no news any more and is not shown. */
const longestWait = 10_000

let queue: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

function change(next: readonly ToastMessage[]) {
  queue = next
  for (const listener of listeners) listener()
}

function add(kind: ToastKind, text: string, { now = false, about }: Options = {}) {
  const message = { id: nextId++, kind, text, about, at: Date.now() }
  const isOlderOfAction = (one: ToastMessage) => about !== undefined && one.about === about
  const [shown, ...waiting] = queue.filter((one, place) => place === 0 || !isOlderOfAction(one))
  if (shown && isOlderOfAction(shown)) return change([message, ...waiting])
  if (now || !shown) return change([message])
  // A message that is already shown appears again, so that a second press has a visible effect.
  if (shown.text === text) return change([message, ...waiting])
  if (waiting.some((one) => one.text === text)) return
  // An error is shown at once instead of waiting behind a success message.
  if (kind === 'error' && shown.kind !== 'error' && shown.kind !== 'warning')
    return change([message, ...waiting])
  change([...queue, message].slice(0, longestQueue))
}

/** One message at the top of the screen; the others wait until it has closed. */
export const toast = {
  success: (text: string, options?: Options) => add('success', text, options),
  warning: (text: string, options?: Options) => add('warning', text, options),
  error: (text: string, options?: Options) => add('error', text, options),
  info: (text: string, options?: Options) => add('info', text, options),
}

/** The toast on the screen, or null. */
export const currentToast = (): ToastMessage | null => queue[0] ?? null

export const closeToast = (id: number) =>
  change(queue.filter((message) => message.id !== id && Date.now() - message.at <= longestWait))

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

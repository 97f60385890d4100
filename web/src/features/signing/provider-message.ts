/**
 * What the page of the e-signature provider says it did. It is a hint to look, never the truth: that is what our
 * own server answers.
 */
export type SigningHint = 'reviewed' | 'ended'

type Received = Pick<MessageEvent, 'origin' | 'source' | 'data'>

/**
 * Reads a window message.
 * @param from the provider's origin and the window of the frame it is shown in; messages of anyone else are nothing
 * @returns null for a message that is not the provider's or says nothing we know
 */
export function readProviderMessage(
  { origin, source, data }: Received,
  from: { origin: string | null; window: MessageEventSource | null },
): SigningHint | null {
  if (from.origin === null || origin !== from.origin) return null
  if (from.window === null || source !== from.window) return null
  if (typeof data !== 'object' || data === null) return null
  const { event } = data as Record<string, unknown>
  if (event === 'after-sign' || event === 'after-action') return 'ended'
  return event === 'after-review' ? 'reviewed' : null
}

/** An event reported by the page of the e-signature provider. It is only a hint to check: our own server decides. */
export type SigningHint = 'reviewed' | 'signed' | 'acted'

type Received = Pick<MessageEvent, 'origin' | 'source' | 'data'>

/**
 * Reads a window message.
 * @param from the provider's origin and the window of its frame; messages from anywhere else are ignored
 * @returns null for a message that is not the provider's or is unknown
 */
export function readProviderMessage(
  { origin, source, data }: Received,
  from: { origin: string | null; window: MessageEventSource | null },
): SigningHint | null {
  if (from.origin === null || origin !== from.origin) return null
  if (from.window === null || source !== from.window) return null
  if (typeof data !== 'object' || data === null) return null
  const { event } = data as Record<string, unknown>
  return (typeof event === 'string' && hints.get(event)) || null
}

const hints: ReadonlyMap<string, SigningHint> = new Map([
  ['after-review', 'reviewed'],
  ['after-sign', 'signed'],
  ['after-action', 'acted'],
])

/**
 * Whether the lender is finished with a page. `acted` follows every action on it, so right after `reviewed` it has no
 * meaning of its own; alone it means that the lender declined.
 * @param before the last message of the same page
 */
export const endsPage = (hint: SigningHint, before: SigningHint | null): boolean =>
  hint === 'signed' || (hint === 'acted' && before !== 'reviewed')

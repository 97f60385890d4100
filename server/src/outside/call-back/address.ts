import { isIP } from 'node:net'

/** What an address may be beside https: in development, the machine itself. */
export type AddressRules = { allowsLocal: boolean }

/** The longest address that is kept. */
const longest = 500

/**
 * The address of a receiver as it is kept, or null: https with a name of the internet, without user and password. An IP
 * address has no certificate that one checks, and no lookup at which it is refused.
 */
export function checkAddress(text: string, { allowsLocal }: AddressRules): string | null {
  const url = URL.parse(text)
  if (!url || text.length > longest || url.href.length > longest) return null
  if (url.username || url.password || url.hash) return null
  if (allowsLocal && isLocal(url)) return url.href
  if (url.protocol !== 'https:' || isIP(bare(url.hostname)) !== 0) return null
  // A name without a dot, or of a local zone, is looked up in the network of the machine.
  const labels = url.hostname.split('.')
  return labels.length > 1 && !localZones.has(labels.at(-1) ?? '') ? url.href : null
}

const localZones = new Set([
  '',
  'localhost',
  'local',
  'internal',
  'lan',
  'home',
  'corp',
  'test',
  'invalid',
  'example',
  'arpa',
  'onion',
])

/** The address of the machine itself, without TLS. */
export const isLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1'

/** A host without the brackets of IPv6. */
export const bare = (hostname: string): string => hostname.replace(/^\[/, '').replace(/\]$/, '')

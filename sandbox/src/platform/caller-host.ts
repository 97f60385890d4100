import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Refusal } from './refusal.ts'

/**
 * Refuses requests that a foreign page can make a browser send. A foreign host name that resolves to this machine (DNS
 * rebinding) would share this server's origin: only localhost, IP addresses and the configured names are answered.
 * Changes are accepted only from pages of this machine, and from programs, which send no Origin header.
 * @throws Refusal 421 for another host, 403 for a change requested by another site
 */
export function checkCaller(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  names: readonly string[],
): void {
  const host = hostOf(`http://${headers.host ?? ''}`)
  if (host === null || !isOurs(host.hostname, names)) {
    throw new Refusal(
      421,
      'HOST_UNKNOWN',
      'The sandbox answers to localhost, to addresses and to the name in SANDBOX_PUBLIC_URL',
    )
  }
  if (headers.origin === undefined || method === 'GET' || method === 'HEAD') return
  const origin = hostOf(headers.origin)
  if (origin !== null && (origin.host === host.host || isLocal(origin.hostname, names))) return
  throw new Refusal(403, 'ORIGIN_UNKNOWN', 'The sandbox takes changes from pages of this machine only')
}

const hostOf = (address: string): URL | null => {
  const url = URL.parse(address)
  return url !== null && url.hostname !== '' && url.username === '' && url.pathname === '/' ? url : null
}

const isOurs = (hostname: string, names: readonly string[]): boolean =>
  isLocal(hostname, names) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

const isLocal = (hostname: string, names: readonly string[]): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || names.includes(hostname)

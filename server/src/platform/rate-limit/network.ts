import { isIPv4, isIPv6 } from 'node:net'

/** The name shared by all client addresses that cannot be parsed. */
const unreadable = 'unreadable'

/**
 * The network by which rate limits count clients: an IPv4 address or an IPv6 /48, of which one customer may have all (an IPv4-mapped address is the IPv4
 * address). A port added by a proxy is dropped.
 */
export function networkOf(written: string): string {
  const ip = withoutPort(written.trim())
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (isIPv4(ip)) return ip
  if (!isIPv6(ip)) return unreadable
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after]
  return groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Removes the port, as in `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

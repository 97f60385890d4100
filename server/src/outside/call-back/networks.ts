import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The networks of IPv4 that are not the internet's: IANA's special-purpose registry (RFC 6890), multicast, the reserved rest. */
const specialIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * Within 2000::/3, the part of IPv6 that is given out: protocols with Teredo, documentation, 6to4, AS112. All that is outside
 * of it, as mapped IPv4, NAT64, link-local and unique local addresses, is refused as a whole.
 */
const specialIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Says of an address whether it may be called. */
export type AddressCheck = (address: string) => boolean

/**
 * The addresses that may be called: those of the internet which are neither this machine's nor in networks of the operator.
 * @param own addresses and networks such as `203.0.114.0/24`, checked by the setting
 */
export function publicAddresses(own: readonly string[]): AddressCheck {
  const refused = new BlockList()
  for (const [network, prefix] of specialIpv4) refused.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of specialIpv6) refused.addSubnet(network, prefix, 'ipv6')
  const addresses = Object.values(networkInterfaces()).flatMap(
    (one) => one?.map(({ address }) => address) ?? [],
  )
  for (const network of [...own, ...addresses]) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    refused.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => {
    if (isIPv4(address)) return !refused.check(address, 'ipv4')
    // With a zone, as fe80::1%eth0, it is no address of the internet.
    if (!isIPv6(address) || address.includes('%')) return false
    return globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
  }
}

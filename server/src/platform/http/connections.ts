import { BlockList, isIPv4, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../rate-limit/network.ts'

export type ConnectionLimits = {
  /**
   * Maximum number of connections per address; 0 for no limit. Trusted proxies have no limit, because many clients
   * share them.
   */
  perAddress: number
  trustedProxies: readonly string[]
  /** Time limit for a client to read an answer, milliseconds. */
  readLimitMs: number
}

/** Node's own time limits for slow clients, milliseconds. */
export const serverTimeouts = {
  /** The time from the first byte of a request to the last byte of its body. */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** Idle connections, including clients that do not read their answer, are closed after this time. */
  connectionTimeout: 20_000,
  /** Interval of Node's checks of the first two limits; its default of 30 s would double them. */
  connectionsCheckingInterval: 1_000,
}

/** The read limit for answers of gigabytes, milliseconds; a client that stops reading is closed earlier, as idle. */
const largeReadLimitMs = 6 * 3_600_000

/** Limits the connections of one address, and the time that a client may take to read an answer. */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  if (limits.perAddress > 0) boundAddresses(app, limits)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = reply
    const { isLarge = false } = request.routeOptions.config
    const limit = setTimeout(() => raw.destroy(), isLarge ? largeReadLimitMs : limits.readLimitMs)
    limit.unref()
    raw.once('close', () => clearTimeout(limit))
    done()
  })
}

function boundAddresses(app: FastifyInstance, { perAddress, trustedProxies }: ConnectionLimits): void {
  const open = new Map<string, number>()
  const trusted = blockListOf(trustedProxies)
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (count >= perAddress) return socket.destroy()
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/** A list of addresses and networks, such as `10.0.0.0/8`. */
export function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of addresses) {
    const [address = '', prefix] = text.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

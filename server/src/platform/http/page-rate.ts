import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLocalRate } from '../rate-limit/local-rate.ts'
import { networkOf } from '../rate-limit/network.ts'
import type { Limit } from '../rate-limit/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { blockListOf } from './connections.ts'

/**
 * Limits what is no call: pages and their files per address, and health checks per address on their own, so that neither
 * uses up the other. The checks of a trusted proxy itself have no limit, because it stops sending requests when one fails.
 */
export function boundPages(
  app: FastifyInstance,
  { page, trustedProxies }: { page: Limit; trustedProxies: readonly string[] },
): void {
  const rate = createLocalRate(page, () => performance.now())
  const trusted = blockListOf(trustedProxies)
  const isProxy = ({ ip }: FastifyRequest) =>
    isIP(ip) !== 0 && trusted.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
  const retryAfterSeconds = Math.max(1, Math.ceil(page.seconds / page.count))
  app.addHook('onRequest', (request, _, done) => {
    const { operationId, outsideLoadBound: isHealth = false } = request.routeOptions.config
    // Calls and unknown paths have limits of their own.
    if (operationId !== undefined || request.is404 || (isHealth && isProxy(request))) return done()
    if (rate(`${isHealth ? 'health' : 'page'} ${networkOf(request.ip)}`)) return done()
    done(new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds }))
  })
}

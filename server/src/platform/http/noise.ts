import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '../rate-limit/rate-limit.ts'
import { networkOf } from '../rate-limit/network.ts'
import { createLocalRate } from '../rate-limit/local-rate.ts'
import { createLogSums } from '../log/log-sums.ts'
import { Refusal } from '../refusal.ts'
import type { SecurityLog } from '../audit/security-log.ts'

export type NoiseOptions = {
  /** Limit per address for requests to unknown paths or without a session, counted in this process. */
  noise: Limit
  /** Limit per address and public API call, counted in this process. */
  guest: Limit
  /** Limit per address for pages and their files, and again for health checks, counted in this process. */
  page: Limit
  security: SecurityLog
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for API calls, which anyone can flood. */
    isOpenToAll?: boolean
  }
  interface FastifyInstance {
    noise: Noise
  }
}

/** Rate limits for requests without a session, separate from those of logged-in lenders. */
export type Noise = {
  /**
   * Counts a request for an unknown path or without a session.
   * @throws Refusal TOO_MANY_REQUESTS
   */
  countNobody(request: FastifyRequest): void
  /**
   * Counts a request for a public call.
   * @throws Refusal TOO_MANY_REQUESTS
   */
  countGuest(request: FastifyRequest, operationId: string): void
  /** Reports a request of this lender that names what is another lender's or does not exist. */
  reportForeign(request: FastifyRequest, lenderId: number, outcome: 'NOT_FOUND' | 'USER_ID_MISMATCH'): void
}

/**
 * Limits per minute for log lines that are written one by one: for each combination of address, call and status, and in
 * total.
 */
const logged = { each: 60, all: 600, keys: 200 }
const reported = { each: 1, all: 200, keys: 200 }
const refused = { each: 20, all: 200, keys: 200 }

/**
 * Limits requests without a session and the log lines that they cause. Web pages and health checks (`boundPages`),
 * metrics, banks, provider callbacks and logged-in lenders are exempt.
 * @returns whether a request gets a log line of its own
 */
export function boundNoise(
  app: FastifyInstance,
  { noise, guest, security }: NoiseOptions,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const now = () => performance.now()
  const [nobodies, guests] = [createLocalRate(noise, now), createLocalRate(guest, now)]
  const spend = (rate: (name: string) => boolean, name: string, { count, seconds }: Limit) => {
    if (rate(name)) return
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(seconds / count)) })
  }
  app.decorate('noise', {
    countNobody: (request) => spend(nobodies, networkOf(request.ip), noise),
    countGuest: (request, operationId) => spend(guests, `${operationId} ${networkOf(request.ip)}`, guest),
    reportForeign(request, lenderId, outcome) {
      const [actor, source, operation] = [`lender:${lenderId}`, request.ip, operationOf(request)]
      if (foreign.admits(`${actor} ${networkOf(source)} ${operation} ${outcome}`))
        security.write({
          ...{ event: 'foreignId', outcome, actor, source, requestId: request.id },
          detail: { operation },
        })
    },
  })
  const lines = createLogSums(logged, (key, requests) => {
    const [source, operation, status] = key.split(' ')
    app.log.info(
      { source, operation, ...(status ? { status: Number(status) } : {}), requests },
      'requests that were not logged one by one',
    )
  })
  const foreign = createLogSums(refused, (key, requests) => {
    const [actor = '', source, operation, outcome = ''] = key.split(' ')
    security.write({ event: 'foreignId', outcome, actor, source, detail: { operation, requests } })
  })
  const limits = createLogSums(reported, (key, requests) => {
    const [source, operation] = key.split(' ')
    security.write({
      event: 'rateLimit',
      outcome: 'TOO_MANY_REQUESTS',
      source,
      detail: { operation, requests },
    })
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    if (reply.statusCode === 429 && limits.admits(`${networkOf(request.ip)} ${operation}`)) {
      const actor = actorOf(request)
      const [event, outcome] = ['rateLimit', 'TOO_MANY_REQUESTS']
      const detail = { operation }
      security.write({ event, outcome, actor, source: request.ip, requestId: request.id, detail })
    }
    // A call answers the same for what there is not and for what is another lender's.
    if (reply.statusCode === 404 && !request.is404 && request.lenderId !== null)
      app.noise.reportForeign(request, request.lenderId, 'NOT_FOUND')
    done()
  })
  app.addHook('onClose', (_, done) => {
    lines.close()
    foreign.close()
    limits.close()
    done()
  })
  return (request, reply) =>
    !isOfNobody(request, reply) ||
    lines.admits(`${networkOf(request.ip)} ${operationOf(request)} ${reply.statusCode}`)
}

/** As the audit trail names them. */
const actorOf = ({ lenderId, staffId }: FastifyRequest): string => {
  if (staffId !== null) return `operator:staff-${staffId}`
  return lenderId === null ? 'system' : `lender:${lenderId}`
}

const operationOf = (request: FastifyRequest): string =>
  request.routeOptions.config.operationId ?? (request.routeOptions.url === undefined ? 'none' : 'other')

/**
 * Whether a request may be anybody's: it has no session, and went to the API, to a page or to an unknown path. Banks and
 * the provider have no session either; theirs are nobody's until one is accepted, which is then logged.
 */
const isOfNobody = (request: FastifyRequest, { statusCode }: FastifyReply): boolean => {
  const { isOpenToAll, operationId } = request.routeOptions.config
  const isAnybodys = isOpenToAll === true || operationId === undefined
  const isNobody = request.lenderId === null && request.staffId === null
  return isNobody && (isAnybodys || (statusCode >= 400 && statusCode < 500))
}

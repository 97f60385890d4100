import type { FastifyInstance } from 'fastify'
import { gauge, type Metrics } from '../metrics/metrics.ts'
import { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts a route from the limit: health checks, and calls with a limit of their own. */
    outsideLoadBound?: boolean
  }
}

const heads = {
  pematang_http_in_flight: gauge('Requests in flight: received and not answered yet.'),
}

/**
 * Answers 503 to requests above `maxInFlight`. A request counts from the arrival of its body until its answer is ready
 * or the client is gone, so slow clients do not use up the limit.
 */
export function boundLoad(app: FastifyInstance, maxInFlight: number, metrics: Metrics): void {
  let inFlight = 0
  const ends = new WeakMap<object, () => void>()
  metrics.set('load', heads, () => ({
    pematang_http_in_flight: [{ value: inFlight }],
  }))
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.outsideLoadBound) return done()
    if (inFlight >= maxInFlight) return done(new Refusal('OVERLOADED', { retryAfterSeconds: 1 }))
    inFlight += 1
    let counted = true
    const end = () => {
      if (counted) inFlight -= 1
      counted = false
    }
    ends.set(request, end)
    reply.raw.once('close', end)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    ends.get(request)?.()
    done()
  })
}

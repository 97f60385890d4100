import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/**
 * Histogram limits in seconds. A funding takes some milliseconds, a password check some tens, a PDF more; every call
 * ends within 15 s.
 */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

const durations = {
  name: 'http_request_duration_seconds',
  help: 'Duration by operation and status, from the first byte of the request to the last of the answer.',
  buckets,
  labels: ['operation', 'status'],
}

const overloads = {
  name: 'pematang_http_overloaded_total',
  help: 'Requests answered 503: overload, or the database is unreachable.',
}

/**
 * Measures requests by operation and status. Clients cannot create new series: paths outside the API count as `other`,
 * unknown ones as `none`.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const observe = metrics.histogram(durations)
  const countOverloaded = metrics.counter(overloads)
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const operation = config.operationId ?? (url === undefined ? 'none' : 'other')
    observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.statusCode === 503) countOverloaded()
    done()
  })
}

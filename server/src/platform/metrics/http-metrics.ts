import type { FastifyInstance } from 'fastify'
import { Histogram } from './histogram.ts'
import type { Metrics, Sample } from './metrics.ts'

/** Seconds. A funding takes some milliseconds, a password check some tens, a PDF more; every call ends within 15 s. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/**
 * Measures requests by operation and status. Clients cannot create new lines: paths outside the contract count as
 * `other`, unknown ones as `none`.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const cells = new Map<string, Map<number, Histogram>>()
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const operation = config.operationId ?? (url === undefined ? 'none' : 'other')
    const cell = cells.get(operation)?.get(reply.statusCode) ?? makeCell(operation, reply.statusCode)
    cell.observe(reply.elapsedTime / 1000)
    done()
  })
  const makeCell = (operation: string, status: number): Histogram => {
    const cell = new Histogram(bounds)
    cells.set(operation, (cells.get(operation) ?? new Map<number, Histogram>()).set(status, cell))
    return cell
  }
  metrics.set('http', () => {
    const durations: Sample[] = []
    let overloaded = 0
    for (const [operation, statuses] of cells) {
      for (const [status, cell] of statuses) {
        durations.push(...cell.samples({ operation, status: String(status) }))
        if (status === 503) overloaded += cell.count
      }
    }
    return [
      {
        name: 'http_request_duration_seconds',
        help: 'Duration by operation and status, from the first byte of the request to the last of the answer.',
        type: 'histogram',
        samples: durations,
      },
      {
        name: 'pematang_http_overloaded_total',
        help: 'Requests answered 503: overload, or the database is unreachable.',
        type: 'counter',
        samples: [{ value: overloaded }],
      },
    ]
  })
}

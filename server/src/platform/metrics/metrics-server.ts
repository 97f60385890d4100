import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'
import { watchProcess } from './process-metrics.ts'

export type MetricsServer = {
  /** The port; null if it does not listen. */
  port: number | null
  close(): Promise<void>
}

export type MetricsServerOptions = {
  metrics: Metrics
  /** The port to listen on; 0 for none. */
  port: number
  host: string
  log: { warn(data: object, message: string): void }
}

/**
 * Serves GET /metrics (Prometheus) and GET /healthz on a separate port, which users of the app cannot reach. An
 * occupied port is logged and does not stop the process.
 */
export async function serveMetrics({
  metrics,
  port,
  host,
  log,
}: MetricsServerOptions): Promise<MetricsServer> {
  const none: MetricsServer = { port: null, close: async () => {} }
  if (port === 0) return none
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    // Request bodies are ignored.
    request.resume()
    const found = request.method === 'GET' ? request.url : undefined
    if (found === '/healthz') response.writeHead(200, plain).end('ok\n')
    else if (found !== '/metrics') response.writeHead(404, plain).end('not found\n')
    else
      void metrics.text().then(
        (text) => response.writeHead(200, exposition).end(text),
        (error: unknown) => {
          log.warn({ err: error }, 'the metrics cannot be written')
          response.writeHead(500, plain).end('failed\n')
        },
      )
  })
  server.maxConnections = 16
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(null))
  })
  if (problem) {
    log.warn(
      { code: problem.code, port },
      `the metrics port ${port} cannot be used; this process has no metrics`,
    )
    return none
  }
  const stopWatching = watchProcess(metrics)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        stopWatching()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const security = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
const plain = { ...security, 'Content-Type': 'text/plain; charset=utf-8' }
const exposition = { ...security, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }

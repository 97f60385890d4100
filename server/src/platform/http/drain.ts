import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type DrainOptions = {
  /** Delay in milliseconds during which requests are still accepted, but answered with `Connection: close`. */
  delayMs: number
  /** Time in milliseconds after the delay until remaining connections are cut. */
  limitMs: number
}

const draining = new WeakSet<FastifyInstance>()

/** Whether a graceful shutdown has begun: the server still answers but is not ready. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/**
 * Shuts a server down gracefully. During the delay it reports that it is not ready, and each answer closes its
 * connection. Then it accepts no new connection, and ends with the last answer or at the time limit.
 */
export async function drain(app: FastifyInstance, { delayMs, limitMs }: DrainOptions): Promise<void> {
  const { server } = app
  draining.add(app)
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const end = performance.now() + delayMs
  while (performance.now() < end && (await countConnections(app)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const limit = setTimeout(() => server.closeAllConnections(), limitMs)
  await app.close()
  clearTimeout(limit)
}

const countConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })

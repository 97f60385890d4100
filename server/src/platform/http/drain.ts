import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type DrainOptions = {
  /** How long requests are still taken while their senders are asked to go elsewhere, milliseconds. */
  delayMs: number
  /** After this long, counted from the end of the delay, connections that still do not end are broken, milliseconds. */
  limitMs: number
}

const draining = new WeakSet<FastifyInstance>()

/** Whether the server has begun to stop; it is not ready then, though it still answers. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/**
 * Stops a server without losing a request that it has taken. At first it goes on, but each answer closes its
 * connection and it says that it is not ready: whoever is about to use a connection that is open gets an answer, and
 * knows. Then it takes no new connection, and ends when the last answer is out, or when the time is over: somebody
 * who sends half a request or does not read cannot keep it.
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

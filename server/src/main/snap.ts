import type { FastifyInstance } from 'fastify'
import { isSecure } from '../config.ts'
import type { Context } from '../context.ts'
import { makeServer } from '../platform/http/server.ts'
import { snapRoutes } from '../snap/routes.ts'

/** The banks' door on a port of its own, where one is wanted: nothing else answers there. */
export async function makeSnapApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = makeServer({
    log: context.log,
    metrics: context.metrics.part('snap'),
    maxInFlight: config.HTTP_MAX_IN_FLIGHT,
    frameOrigins: [],
    connectOrigins: [],
    secure: isSecure(config),
    trustedProxies: config.TRUSTED_PROXIES,
  })
  await snapRoutes(app, context)
  app.get('/healthz', async () => ({ status: 'ok' }))
  return app
}

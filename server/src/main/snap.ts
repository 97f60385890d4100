import type { FastifyInstance } from 'fastify'
import { isSecure } from '../platform/settings/config.ts'
import type { Context } from '../context.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { load } from './collect.ts'
import { everyDistrict } from './districts.ts'

/** The HTTP app for the banks' SNAP calls, on a port of its own, if one is configured. */
export async function createSnapApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = createHttpServer({
    log: context.log,
    metrics: context.metrics.part('snap'),
    maxInFlight: config.HTTP_MAX_IN_FLIGHT,
    connectionsPerAddress: config.HTTP_CONNECTIONS_PER_ADDRESS,
    readLimitMs: config.HTTP_READ_LIMIT_SECONDS * 1000,
    noise: config.LIMIT_NOISE_ADDRESS,
    guest: config.LIMIT_GUEST_ADDRESS,
    page: config.LIMIT_PAGE_ADDRESS,
    security: context.security,
    frameOrigins: [],
    connectOrigins: [],
    secure: isSecure(config),
    trustedProxies: config.TRUSTED_PROXIES,
    failPoints: context.db.options.failPoints,
  })
  await bindBankCalls(app, context)
  app.get('/healthz', { config: { outsideLoadBound: true } }, async () => ({ status: 'ok' }))
  return app
}

export async function bindBankCalls(app: FastifyInstance, context: Context): Promise<void> {
  for (const { part } of await load(everyDistrict, (one) => one.bankCalls)) await part.bankCalls(app, context)
}

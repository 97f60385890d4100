import { endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { watchPasswords } from '../auth/password-metrics.ts'
import { isSecure } from '../config.ts'
import type { Context } from '../context.ts'
import { watchAgreements } from '../documents/agreement-metrics.ts'
import { isDraining } from '../platform/http/drain.ts'
import { makeServer } from '../platform/http/server.ts'
import { watchPool } from '../platform/metrics/database-metrics.ts'
import { makeOpenApi } from '../platform/openapi/openapi.ts'
import { Refusal } from '../platform/refusal.ts'
import { signingCallbacks } from '../signing/routes.ts'
import { snapRoutes } from '../snap/routes.ts'
import { apiPrefix, bindRoutes } from './routes.ts'
import { esignOrigin, serveWeb } from './web.ts'

/** The whole HTTP side of the product: the calls, the providers' callbacks, the OpenAPI document and the screens. */
export async function makeApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = makeServer({
    log: context.log,
    metrics: context.metrics,
    maxInFlight: config.HTTP_MAX_IN_FLIGHT,
    frameOrigins: [esignOrigin(context)],
    connectOrigins: config.API_BASE ? [new URL(config.API_BASE).origin] : [],
    secure: isSecure(config),
    trustedProxies: config.TRUSTED_PROXIES,
  })
  watchPool(context.db, context.metrics)
  watchPasswords(context.passwords, context.metrics)
  watchAgreements(context.renderer, context.metrics)
  bindRoutes(app, context)
  await signingCallbacks(app, context)
  if (config.SNAP_PORT === 0) await snapRoutes(app, context)
  const openApi = makeOpenApi(endpoints, apiPrefix)
  app.get('/api/openapi.json', async () => openApi)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isDraining(app)) throw new Refusal('OVERLOADED', { retryAfterSeconds: 1 })
    await context.db.query({ text: 'select 1' })
    return { status: 'ok' }
  })
  await serveWeb(app, context)
  return app
}

import { endpoints } from '@pematang/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { watchPasswords } from '../lenders/auth/password-metrics.ts'
import { isSecure } from '../platform/settings/config.ts'
import type { Context } from '../context.ts'
import { watchAgreements } from '../documents/rendering/agreement-metrics.ts'
import { watchCertificate } from '../documents/signature/platform-certificate.ts'
import { isDraining } from '../platform/http/drain.ts'
import { esignPageOrigin } from '../outside/esign/esign-provider.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { watchPool, watchReplica } from '../platform/metrics/database-metrics.ts'
import { serveOpenApi } from '../platform/openapi/serve-openapi.ts'
import { takesWrites } from '../platform/db/servers.ts'
import { Refusal } from '../platform/refusal.ts'
import { watchPortfolios } from '../reports/portfolio/index.ts'
import { unsubscribeRoutes } from '../lenders/notifications/messages/unsubscribe-routes.ts'
import { signingCallbacks } from '../funding/signing/routes.ts'
import { snapRoutes } from '../cash/snap/routes.ts'
import { apiPrefix, bindRoutes } from './routes.ts'
import { serveWeb } from './web.ts'

/** The HTTP app: API calls, provider callbacks, the OpenAPI document and the web pages. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = createHttpServer({
    log: context.log,
    metrics: context.metrics,
    maxInFlight: config.HTTP_MAX_IN_FLIGHT,
    connectionsPerAddress: config.HTTP_CONNECTIONS_PER_ADDRESS,
    readLimitMs: config.HTTP_READ_LIMIT_SECONDS * 1000,
    noise: config.LIMIT_NOISE_ADDRESS,
    guest: config.LIMIT_GUEST_ADDRESS,
    security: context.security,
    frameOrigins: [esignPageOrigin(config)],
    // The web app fetches a URL of the provider to see whether its page is reachable, which an iframe does not report.
    connectOrigins: [...(config.API_BASE ? [new URL(config.API_BASE).origin] : []), esignPageOrigin(config)],
    secure: isSecure(config),
    trustedProxies: config.TRUSTED_PROXIES,
    failPoints: context.db.options.failPoints,
  })
  watchPool(context.db, context.metrics)
  watchReplica(context.replica, context.metrics)
  watchPasswords(context.passwords, context.metrics)
  watchAgreements(context.renderer, context.metrics)
  watchCertificate(context.certificate, context.metrics)
  watchPortfolios(context)
  bindRoutes(app, context)
  await signingCallbacks(app, context)
  await unsubscribeRoutes(app, context)
  if (config.SNAP_PORT === 0) await snapRoutes(app, context)
  serveOpenApi(app, endpoints, apiPrefix)
  app.get('/healthz', { config: { outsideLoadBound: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { outsideLoadBound: true } }, async () => {
    if (isDraining(app)) throw new Refusal('OVERLOADED', { retryAfterSeconds: 1 })
    if (!(await takesWrites(context.db))) throw new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
    return { status: 'ok' }
  })
  await serveWeb(app, context)
  return app
}

import { endpoints } from '@pematang/contract/endpoints'
import { partnerEndpoints } from '@pematang/contract/partner-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isDraining } from '../platform/http/drain.ts'
import { esignPageOrigin } from '../outside/esign/esign-provider.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { buildOpenApi } from '../platform/openapi/openapi.ts'
import { buildPartnerOpenApi } from '../platform/openapi/partner-openapi.ts'
import { partnerPrefix } from '../platform/http/problem.ts'
import { serveOpenApi } from '../platform/openapi/serve-openapi.ts'
import { takesWrites } from '../platform/db/servers.ts'
import { Refusal } from '../platform/refusal.ts'
import { load } from './collect.ts'
import { everyDistrict } from './districts.ts'
import { bindPartner } from './partner-routes.ts'
import { apiPrefix, bindRoutes } from './routes.ts'
import { serverOptions } from './server-options.ts'
import { bindBankCalls } from './snap.ts'
import { serveWeb } from './web.ts'

/** The HTTP app: API calls, provider callbacks, the OpenAPI document and the web pages. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = createHttpServer({
    ...serverOptions(context),
    frameOrigins: [esignPageOrigin(config)],
    // The web app fetches a URL of the provider to see whether its page is reachable, which an iframe does not report.
    connectOrigins: [...(config.API_BASE ? [new URL(config.API_BASE).origin] : []), esignPageOrigin(config)],
  })
  for (const { part } of await load(everyDistrict, ({ metrics }) => metrics?.http)) part.watch(context)
  await bindRoutes(app, context)
  await bindPartner(app, context)
  for (const { part } of await load(everyDistrict, (one) => one.callbacks)) await part.callbacks(app, context)
  if (config.SNAP_PORT === 0) await bindBankCalls(app, context)
  serveOpenApi(app, '/api/openapi.json', buildOpenApi(endpoints, apiPrefix))
  serveOpenApi(app, `${partnerPrefix}/openapi.json`, buildPartnerOpenApi(partnerEndpoints, partnerPrefix))
  app.get('/healthz', { config: { outsideLoadBound: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { outsideLoadBound: true } }, async () => {
    if (isDraining(app)) throw new Refusal('OVERLOADED', { retryAfterSeconds: 1 })
    if (!(await takesWrites(context.db))) throw new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
    return { status: 'ok' }
  })
  await serveWeb(app, context)
  return app
}

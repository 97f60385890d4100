import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { blockListOf } from '../platform/http/connections.ts'
import { isDraining } from '../platform/http/drain.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { takesWrites } from '../platform/db/servers.ts'
import { Refusal } from '../platform/refusal.ts'
import { consoleOrigin } from '../platform/settings/config.ts'
import { serveConsolePage } from './console-page.ts'
import { bindConsole } from './console-routes.ts'
import { serverOptions } from './server-options.ts'

/** The HTTP app of the staff's console: its page and its calls, on a port of its own, with a cookie of its own. */
export async function createConsoleApp(context: Context): Promise<FastifyInstance> {
  const origin = consoleOrigin(context.config)
  const app = createHttpServer({
    ...serverOptions(context),
    secure: origin.startsWith('https:'),
    // It listens on this machine alone, where a proxy of its own ends TLS.
    tls: null,
    frameOrigins: [],
    connectOrigins: [],
  })
  boundNetworks(app, context)
  requireOwnPage(app, origin)
  await bindConsole(app, context)
  app.get('/healthz', { config: { outsideLoadBound: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { outsideLoadBound: true } }, async () => {
    if (isDraining(app)) throw new Refusal('OVERLOADED', { retryAfterSeconds: 1 })
    if (!(await takesWrites(context.db))) throw new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
    return { status: 'ok' }
  })
  await serveConsolePage(app, context)
  return app
}

const isHealth = (request: FastifyRequest): boolean => request.routeOptions.config.outsideLoadBound === true

/** Refuses all but health checks from other networks than those of CONSOLE_NETWORKS, and records who tried with a cookie. */
function boundNetworks(app: FastifyInstance, { config, security }: Context): void {
  if (config.CONSOLE_NETWORKS.length === 0) return
  const networks = blockListOf(config.CONSOLE_NETWORKS)
  app.addHook('onRequest', (request, _, done) => {
    const { ip, headers, id: requestId } = request
    if (isHealth(request) || networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return done()
    app.noise.countNobody(request)
    if (headers.cookie !== undefined)
      security.write({ event: 'consoleNetwork', outcome: 'CONSOLE_NETWORK', source: ip, requestId })
    done(new Refusal('CONSOLE_NETWORK'))
  })
}

/**
 * Refuses calls that change something and come from another page: the cookie alone does not say that the console's page
 * sent them. Browsers name the origin in every such request (Fetch standard, 3.2).
 */
function requireOwnPage(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, _, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    done(reads || request.headers.origin === origin ? undefined : new Refusal('CONSOLE_ORIGIN'))
  })
}

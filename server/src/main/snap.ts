import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { load } from './collect.ts'
import { everyDistrict } from './districts.ts'
import { serverOptions } from './server-options.ts'

/** The HTTP app for the banks' SNAP calls, on a port of its own, if one is configured. */
export async function createSnapApp(context: Context): Promise<FastifyInstance> {
  const app = createHttpServer({
    ...serverOptions(context),
    metrics: context.metrics.part('snap'),
    frameOrigins: [],
    connectOrigins: [],
  })
  await bindBankCalls(app, context)
  app.get('/healthz', { config: { outsideLoadBound: true } }, async () => ({ status: 'ok' }))
  return app
}

export async function bindBankCalls(app: FastifyInstance, context: Context): Promise<void> {
  for (const { part } of await load(everyDistrict, (one) => one.bankCalls)) await part.bankCalls(app, context)
}

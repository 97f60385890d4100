import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { checkCaller } from './platform/caller-host.ts'
import { Refusal } from './platform/refusal.ts'
import { INDEX_PAGE } from './index-page.ts'

/** Maximum size of a request: five PDFs of some 8 MB each, in base64. */
const BODY_LIMIT = 56 * 1024 * 1024

/**
 * The HTTP server that all fake services share: headers, errors, index page and health.
 * @param names host names by which browsers reach it, beside localhost and IP addresses
 */
export function createHttp(names: readonly string[] = []): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Strict validation: the text "17" is not accepted as a page number, and an unknown field is an error.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    checkCaller(request.raw, names)
  })
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof Refusal) {
      return reply.code(error.status).send({ code: error.code, message: error.message })
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ code: 'BAD_REQUEST', message: error.message })
    process.stderr.write(`${error.stack ?? String(error)}\n`)
    return reply.code(500).send({ code: 'INTERNAL', message: 'The sandbox failed' })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address' }),
  )
  app.get('/healthz', async () => ({ status: 'ok' }))
  // Web pages of other origins request this URL to check whether the signing page can be reached.
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/plain')
      .send('User-agent: *\nDisallow: /\n'),
  )
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(INDEX_PAGE),
  )
  return app
}

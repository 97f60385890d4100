import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isLockTimeout, isPassing } from '../db/failures.ts'
import { measureRequests } from '../metrics/http-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { Refusal } from '../refusal.ts'
import { readJsonBodies } from './json-body.ts'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'

export type ServerOptions = SecurityOptions & {
  log: FastifyBaseLogger
  metrics: Metrics
  maxInFlight: number
  /** Addresses and networks of the proxies before this server; only they may say who a request came from. */
  trustedProxies: readonly string[]
}

/** An HTTP server with the house's habits: ids, headers, one translation of errors, a bound on its load. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // One logger for all: each line names its request itself, and a logger for each request costs more than its line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 10_000 },
    // A request on a connection that is still open while the server stops is answered like any other.
    return503OnClosing: false,
    // What the client calls its request; anything that is not plain is replaced, so that logs stay lines.
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    // An address that cannot be decoded reaches no hook, so it is taken for one that is not there.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/'),
  })
  // The calls take JSON alone; without this a text would be read and fail later as another mistake.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  app.decorateRequest('lenderId', null)
  logRequests(app)
  measureRequests(app, options.metrics)
  translateErrors(app)
  const headers = securityHeaders(options)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  // After the headers: a request that is turned away has them too.
  boundLoad(app, options.maxInFlight, options.metrics)
  return app
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** No call has nearly as many parameters; with more of them parsing would be work for nothing. */
const mostParameters = 100

/** A parameter given twice stays a list, and the schemas refuse it; so is a name that no call knows. */
function parseQuery(text: string): Record<string, string | string[]> {
  if (text.length > mostParameters && text.split('&', mostParameters + 1).length > mostParameters) {
    return { '': 'too many parameters' }
  }
  const query = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return { ...query }
}

function boundLoad(app: FastifyInstance, maxInFlight: number, metrics: Metrics): void {
  let inFlight = 0
  metrics.set('load', () => [
    {
      name: 'pematang_http_in_flight',
      help: 'Requests under way.',
      type: 'gauge',
      samples: [{ value: inFlight }],
    },
  ])
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1
    let counted = true
    const end = () => {
      if (counted) inFlight -= 1
      counted = false
    }
    // The answer's end and not the request's, which comes as soon as a body is read. Either event may be the only one.
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
    if (inFlight > maxInFlight) done(new Refusal('OVERLOADED', { retryAfterSeconds: 1 }))
    else done()
  })
}

/** One line for each request, without bodies, tokens or query texts: they hold personal data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        requestId: request.id,
        operation: request.routeOptions.config.operationId,
        method: request.method,
        path: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        lender: request.lenderId ?? undefined,
        platform: word(request.headers['x-platform']),
        language: word(request.headers['accept-language']),
      },
      'request',
    )
    done()
  })
}

/** The first word of a header, such as `WEB` or `id`. Nothing with a digit: no number of a person gets into the log. */
const word = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? /^[A-Za-z-]{1,20}(?=$|[,;])/.exec(header)?.[0] : undefined

/** The only place where a fault or a refusal becomes an answer. */
function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.code === 'INTERNAL')
      request.log.error(
        { err: error, requestId: request.id, lender: request.lenderId ?? undefined },
        'request failed',
      )
    return refuse(refusal, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const others = methodsOf(app, request)
    if (others.length === 0) return refuse(new Refusal('NOT_FOUND'), request, reply)
    reply.header('Allow', others.join(', '))
    return refuse(new Refusal('METHOD_NOT_ALLOWED'), request, reply)
  })
}

function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const retryAfter = refusal.params.retryAfterSeconds ?? (refusal.status === 503 ? 1 : undefined)
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  return reply
    .status(refusal.status)
    .send({ message: refusal.message, code: refusal.code, requestId: request.id })
}

/** The methods under which an address answers that does not answer to this one. */
function methodsOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const url = request.url.split('?')[0] ?? ''
  const known = ['GET', 'HEAD', 'POST', 'PUT'].filter((method) => app.hasRoute({ method, url }))
  return known.includes(request.method) ? [] : known
}

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (isPassing(error) || isLockTimeout(error)) return new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
  if (error.statusCode === 413) return new Refusal('BODY_TOO_LARGE')
  if (error.statusCode === 415) return new Refusal('MEDIA_TYPE_UNSUPPORTED')
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal('INPUT_INVALID')
  return new Refusal('INTERNAL')
}

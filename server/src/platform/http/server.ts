import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { causeOf, isLockTimeout, isRetryable } from '../db/failures.ts'
import { logFailure } from '../log/log-failure.ts'
import { measureRequests } from '../metrics/http-metrics.ts'
import type { FailPoints } from '../fail-points.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { systemRandom } from '../random.ts'
import { Refusal } from '../refusal.ts'
import { boundConnections, serverTimeouts } from './connections.ts'
import { readJsonBodies } from './json-body.ts'
import { boundLoad } from './load-bound.ts'
import { boundNoise, type NoiseOptions } from './noise.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { boundPages } from './page-rate.ts'
import { isRequestId } from './requests.ts'
import { isOfPartner, sendProblem } from './problem.ts'
import { callHeaders, type SecurityOptions, securityHeaders } from './security-headers.ts'
import type { NodeCertificate } from './tls.ts'
import { refuseUnreadable } from './unreadable.ts'

export type ServerOptions = SecurityOptions &
  NoiseOptions & {
    log: FastifyBaseLogger
    metrics: Metrics
    maxInFlight: number
    /** Maximum number of connections per address; 0 for no limit. */
    connectionsPerAddress: number
    /** Time limit for a client to read an answer, milliseconds. */
    readLimitMs: number
    /** Proxies whose X-Forwarded-For is trusted. */
    trustedProxies: readonly string[]
    /** Certificate, key and authority of connections over TLS (`readTls`); null for connections without. */
    tls: NodeCertificate | null
    failPoints?: FailPoints | undefined
  }

/** Creates an HTTP server with request ids, security headers, error translation and limits. */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const ofPages = securityHeaders(options)
  const ofCalls = callHeaders(ofPages)
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // Uses one logger for all requests, because a child logger per request costs more than its log line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    serverFactory: (handle) => makeServer(oneAtATime(handle, options.metrics.counter(cuts)), options.tls),
    // During a shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    // The client's request id; a malformed one is replaced, so that log lines stay intact.
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && isRequestId(given) ? given : systemRandom.uuid()
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    clientErrorHandler: refuseUnreadable(ofCalls),
  })
  // API calls accept only JSON; without this a text body would be parsed and fail later with another error.
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  if (options.failPoints) passPoints(app, options.failPoints)
  app.decorateRequest('lenderId', null)
  app.decorateRequest('staffId', null)
  app.decorateRequest('keyId', null)
  logRequests(app, boundNoise(app, options))
  measureRequests(app, options.metrics)
  translateErrors(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages)
    done()
  })
  // Registered after the headers, so that rejected requests have them too.
  app.addHook('onRequest', (request, reply, done) => {
    // Answered before the body is read, so that an unknown path or method is one also where the body is wrong.
    if (hasTwoHosts(request.raw.rawHeaders)) done(new Refusal('INPUT_INVALID'))
    else if (request.is404) void answerNotFound(app, request, reply)
    else done()
  })
  boundPages(app, options)
  boundLoad(app, options.maxInFlight, options.metrics)
  boundConnections(app, {
    perAddress: options.connectionsPerAddress,
    trustedProxies: options.trustedProxies,
    readLimitMs: options.readLimitMs,
  })
  return app
}

const cuts = {
  name: 'pematang_http_connections_cut_total',
  help: 'Connections closed because they sent many requests without waiting for an answer.',
}

function makeServer(handle: RequestListener, tls: NodeCertificate | null): Server {
  const { connectionTimeout, ...timeouts } = serverTimeouts
  // With the request line; half of Node's limit is more than browsers, proxies and providers send.
  const options = { maxHeaderSize: 8 * 1024, ...timeouts }
  const server = tls ? createTlsServer({ ...options, ...tls }, handle) : createServer(options, handle)
  return server.setTimeout(connectionTimeout)
}

/** Adds fail points to each request, named after its operation; the last one is before the answer. */
function passPoints(app: FastifyInstance, points: FailPoints): void {
  // This hook runs after the body is read, because the body reader does not have the context of the request.
  app.addHook('preHandler', (request, _, done) => {
    const { config, url = '' } = request.routeOptions
    points.within(`http ${config.operationId ?? url}`, done)
  })
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    points.pass('before the answer')
    done()
  })
}

/**
 * The path and query of a request. Clients may also send an absolute URL (RFC 9112, 3.2.2), whose origin is left out. A
 * URL that cannot be decoded would skip all hooks, so it is replaced: API paths get 404, others the app.
 */
function pathOf(sent: string): string {
  const absolute = /^https?:/i.test(sent) ? URL.parse(sent) : null
  const url = absolute ? absolute.pathname + absolute.search : sent
  if (!url.startsWith('/')) return '/api/'
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return url
  } catch {
    return url.startsWith('/api/') ? '/api/' : '/'
  }
}

/** Maximum number of query parameters to parse; no call has more. */
const mostParameters = 100

/** Parses a query. A repeated parameter becomes a list, which the schemas reject, as they do unknown names. */
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

/**
 * Logs one line per request, except for floods of requests without a session (`boundNoise`). Bodies, tokens and queries
 * are not logged, because they contain personal data.
 */
function logRequests(app: FastifyInstance, isLogged: ReturnType<typeof boundNoise>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!isLogged(request, reply)) return done()
    request.log.info(
      {
        requestId: request.id,
        operation: request.routeOptions.config.operationId,
        method: request.method,
        path: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        lender: request.lenderId ?? undefined,
        staff: request.staffId ?? undefined,
        key: request.keyId ?? undefined,
        source: request.ip,
        platform: word(request.headers['x-platform']),
        language: word(request.headers['accept-language']),
      },
      'request',
    )
    done()
  })
}

/**
 * The first word of a header, such as `WEB` or `id`; words with digits are dropped, so that no phone number gets into
 * the log.
 */
const word = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? /^[A-Za-z-]{1,20}(?=$|[,;])/.exec(header)?.[0] : undefined

function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.code === 'INTERNAL')
      request.log.error(
        { err: error, requestId: request.id, lender: request.lenderId ?? undefined },
        'request failed',
      )
    // The client is told to come back; the log tells the operator why, for example that the disk is full.
    else if (refusal.code === 'OVERLOADED' && causeOf(error) !== refusal)
      logFailure(request.log, 'requests are answered 503', { err: error })
    return refuse(refusal, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerNotFound(app, request, reply))
}

/** Whether a request names its host twice, of which a proxy may believe the other one (RFC 9112, 3.2). */
const hasTwoHosts = (headers: readonly string[]): boolean =>
  headers.filter((name, place) => place % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length > 1

/** Answers a request for an unknown path, or for a known one with another method. */
function answerNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  app.noise.countNobody(request)
  const others = methodsOf(app, request)
  if (others.length === 0) return refuse(new Refusal('NOT_FOUND'), request, reply)
  reply.header('Allow', others.join(', '))
  return refuse(new Refusal('METHOD_NOT_ALLOWED'), request, reply)
}

function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const retryAfter = refusal.params.retryAfterSeconds ?? (refusal.status === 503 ? 1 : undefined)
  // RFC 9110, 15.5.2: an answer 401 names the scheme.
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  // A download that fails before its first byte has the headers of its file.
  reply.removeHeader('Content-Disposition').removeHeader('Content-Length')
  if (isOfPartner(request)) return sendProblem(refusal, request, reply)
  return reply.status(refusal.status).type('application/json; charset=utf-8').send({
    message: refusal.message,
    code: refusal.code,
    requestId: request.id,
    proposal: refusal.params.proposal,
  })
}

function methodsOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const url = request.url.split('?')[0] ?? ''
  const known = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((method) => app.hasRoute({ method, url }))
  return known.includes(request.method) ? [] : known
}

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error.statusCode === 413) return new Refusal('BODY_TOO_LARGE')
  if (error.statusCode === 415) return new Refusal('MEDIA_TYPE_UNSUPPORTED')
  // Includes a connection that breaks while its body is read; its code would otherwise pass for one of the database.
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal('INPUT_INVALID')
  if (isRetryable(error) || isLockTimeout(error)) return new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
  return new Refusal('INTERNAL')
}

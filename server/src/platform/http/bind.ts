import {
  type Binary,
  type Cost,
  type Endpoint,
  type EndpointAnswer,
  type EndpointBody,
  type EndpointQuery,
  unattendedHeader,
} from '@pematang/contract/endpoint'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Database } from '../db/database.ts'
import { lenderBuckets } from '../rate-limit/buckets.ts'
import { consume } from '../rate-limit/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { type Config, isSecure } from '../settings/config.ts'
import { isStorable } from '../text/storable-text.ts'
import { cookiesOf } from './cookies.ts'
import type { Noise } from './noise.ts'
import type { BinaryAnswer, Identity, Incoming } from './requests.ts'

/**
 * The function behind an endpoint of the API. Its types are derived from the endpoint's declaration, so the two cannot
 * diverge.
 */
export type Handler<E extends Endpoint> = (
  incoming: Incoming<EndpointQuery<E>, EndpointBody<E>, E['auth'] extends 'guest' ? undefined : Identity>,
) => Promise<E['answer'] extends Binary ? BinaryAnswer : EndpointAnswer<E>>

export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [K in keyof Endpoints]: Handler<Endpoints[K]>
}

/**
 * Authenticates a bearer token; null if it is not valid. An `unattended` call was made by a timer and does not extend
 * the session. A call that `acts` may change data, so later reads of its lender must include the change.
 */
export type Authenticate = (
  token: string,
  how: { unattended: boolean; acts: boolean },
) => Promise<Identity | null>

export type Authenticator = {
  authenticate: Authenticate
  /**
   * The lender of a token that was authenticated in this process before, without asking the database whether its session
   * is still live; null if it is not remembered.
   */
  recall: (token: string) => Identity | null
  /** Remembers a token no longer, because its session has ended. */
  forget: (token: string) => void
}

const confirming = new WeakSet<object>()

/**
 * Marks a handler whose command reads in its own transaction whether the session is live, which saves a question to the
 * database before it. The command must refuse an unconfirmed lender with SESSION_ENDED unless it is, and extend it.
 */
export function confirmsSession<Of extends object>(handler: Of): Of {
  confirming.add(handler)
  return handler
}

export type BindOptions = Authenticator & { db: Database; config: Config }
type Binding = BindOptions & { noise: Noise }

/**
 * Binds every declared endpoint to its handler, below a path prefix. An endpoint without a handler does not compile.
 */
export function bindEndpoints<Endpoints extends Record<string, Endpoint>>(
  app: FastifyInstance,
  prefix: string,
  endpoints: Endpoints,
  handlers: Handlers<Endpoints>,
  options: BindOptions,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as unknown as AnyHandler
    app.route({
      method: endpoint.alsoMethod ? [endpoint.method, endpoint.alsoMethod] : endpoint.method,
      url: prefix + endpoint.path,
      config: { operationId: endpoint.operationId, isOpenToAll: true, isLarge: endpoint.isLarge ?? false },
      handler: makeHandler(endpoint, handler, { ...options, noise: app.noise }),
    })
  }
}

type AnyHandler = (incoming: Incoming<unknown, unknown, Identity | undefined>) => Promise<unknown>

function makeHandler(endpoint: Endpoint, handler: AnyHandler, options: Binding) {
  const secure = isSecure(options.config)
  const isConfirming = confirming.has(handler)
  const print = 'binary' in endpoint.answer ? null : makePrinter(endpoint.answer)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { lender, ...input } = await admit(endpoint, request, { ...options, isConfirming })
    const answer = await handler({
      ...input,
      lender,
      requestId: request.id,
      source: request.ip,
      request,
      cookies: cookiesOf(request, reply, secure),
    }).catch((error: unknown) => {
      if (lender?.isUnconfirmed && isSessionEnded(error)) turnAway(request, options)
      throw error
    })
    // Cookies are not cleared: the device cookie grants no access, and without it each login would count as a new
    // browser.
    if (endpoint.clearsStorage) reply.header('Clear-Site-Data', '"storage"')
    if (!print) return sendBytes(reply, answer as BinaryAnswer)
    return reply.type('application/json; charset=utf-8').serializer(print).send(answer)
  }
}

/**
 * Admits a request: its sender, then its input, then its rate limit. A remembered sender of an endpoint that confirms
 * sessions is not authenticated, unless the input is invalid: nobody whose session may have ended is told so.
 */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: Binding & { isConfirming: boolean },
): Promise<Pick<Parameters<AnyHandler>[0], 'lender' | 'query' | 'body' | 'key'>> {
  if (endpoint.auth === 'guest') {
    options.noise.countGuest(request, endpoint.operationId)
    return { lender: undefined, ...readInput(endpoint, request) }
  }
  const remembered = options.isConfirming ? recallSender(endpoint, request, options) : null
  const isTrusted = remembered && isReadable(endpoint, request)
  const lender = isTrusted ? remembered : await authenticateSender(endpoint, request, options)
  request.lenderId = lender.lenderId
  const input = readInput(endpoint, request)
  // Last, so that invalid input costs nothing.
  if (endpoint.costs) await charge(endpoint.costs, lender, request, options)
  return { lender, ...input }
}

const readInput = (endpoint: Endpoint, request: FastifyRequest) => ({
  query: endpoint.query ? check(endpoint.query, request.query) : undefined,
  body: endpoint.body ? check(endpoint.body, request.body) : undefined,
  key: readKey(endpoint, request),
})

function isReadable(endpoint: Endpoint, request: FastifyRequest): boolean {
  try {
    readInput(endpoint, request)
    return true
  } catch {
    return false
  }
}

/** @throws Refusal TOO_MANY_REQUESTS with the seconds until another call is allowed. */
const charge = (
  cost: Cost,
  { lenderId, tokenHash: session }: Identity,
  { ip }: FastifyRequest,
  { db, config }: Binding,
): Promise<void> => consume(db, lenderBuckets(config, cost, { lenderId, session, ip }))

/** Makes a serialiser that writes exactly the declared fields, twice as fast as JSON.stringify. */
function makePrinter(schema: z.core.$ZodType): (answer: unknown) => string {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return fastJsonStringify(json as Parameters<typeof fastJsonStringify>[0])
}

/** The token of a session; the name of the scheme may be in any case (RFC 9110, section 11.1). */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]

/** Whether a timer sent the request, so that it does not extend the session. */
const isUnattended = ({ polling }: Endpoint, { headers }: FastifyRequest): boolean =>
  polling === true || headers[unattendedHeader.toLowerCase()] === '1'

/** Whether the X-User-Id header names another lender. It is only a hint, not an identity. */
const contradicts = ({ headers }: FastifyRequest, { lenderId }: Identity): boolean =>
  headers['x-user-id'] !== undefined && headers['x-user-id'] !== String(lenderId)

/** The remembered sender of a request that may extend the session, as the command that confirms it will. */
function recallSender(endpoint: Endpoint, request: FastifyRequest, { recall }: Binding): Identity | null {
  const token = tokenOf(request)
  const remembered = token && !isUnattended(endpoint, request) ? recall(token) : null
  return remembered && !contradicts(request, remembered) ? remembered : null
}

async function authenticateSender(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: Binding,
): Promise<Identity> {
  const token = tokenOf(request)
  const how = { unattended: isUnattended(endpoint, request), acts: request.method !== 'GET' }
  const identity = token ? await options.authenticate(token, how) : null
  if (!identity) {
    turnAway(request, options)
    throw new Refusal('SESSION_ENDED')
  }
  if (contradicts(request, identity)) throw new Refusal('USER_ID_MISMATCH')
  return identity
}

const isSessionEnded = (error: unknown): boolean => error instanceof Refusal && error.code === 'SESSION_ENDED'

/**
 * Counts a request whose session is not live, and forgets whose it was.
 * @throws Refusal TOO_MANY_REQUESTS
 */
function turnAway(request: FastifyRequest, { noise, forget }: Binding): void {
  request.lenderId = null
  const token = tokenOf(request)
  if (token) forget(token)
  noise.countNobody(request)
}

function readKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (!endpoint.movesMoney) return undefined
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\w.:-]{8,200}$/.test(key)) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
  return key
}

/** The refusal of invalid input, with the message of the first invalid field. */
export class InputRefusal extends Refusal {
  constructor(sentence: string) {
    super('INPUT_INVALID')
    this.message = sentence
  }
}

function check(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success && !areTextsStorable(result.data)) throw new Refusal('INPUT_INVALID')
  if (result.success) return result.data
  throw new InputRefusal(sentenceOf(result.error) ?? new Refusal('INPUT_INVALID').message)
}

function areTextsStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(areTextsStorable)
}

/**
 * The contract's message for the first invalid field; the library's own messages are not shown. In a union, the
 * alternative closest to the input counts.
 */
function sentenceOf(error: z.core.$ZodError): string | undefined {
  const messages = error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue.message]
    const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
    return nearest.map((inner) => inner.message)
  })
  return messages.find((message) => !/^(Invalid|Too |Unrecognized|Expected)/.test(message))
}

function sendBytes(reply: FastifyReply, { bytes, mediaType, fileName, length }: BinaryAnswer) {
  const how = /^(application\/pdf|image\/)/.test(mediaType) ? 'inline' : 'attachment'
  return reply
    .type(mediaType)
    .header('Content-Disposition', `${how}; filename="${fileName.replaceAll(/[^\w. -]/g, '_')}"`)
    .header('Content-Security-Policy', 'sandbox')
    .headers(length === undefined ? {} : { 'Content-Length': length })
    .send(bytes)
}

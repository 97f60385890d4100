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
import { SessionUnconfirmed } from '../commands/command.ts'
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
}

const confirming = new WeakSet<object>()

/**
 * Marks a handler whose command reads in its own transaction whether the session is live, which saves a question to the
 * database before it. For an unconfirmed lender the command must end with SessionUnconfirmed unless the session is live.
 */
export function confirmsSession<Of extends object>(handler: Of): Of {
  confirming.add(handler)
  return handler
}

export type BindOptions = Authenticator & { db: Database; config: Config }

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

function makeHandler(endpoint: Endpoint, handler: AnyHandler, options: BindOptions & { noise: Noise }) {
  const { config, noise } = options
  const secure = isSecure(config)
  const print = 'binary' in endpoint.answer ? null : makePrinter(endpoint.answer)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.auth === 'guest') noise.countGuest(request, endpoint.operationId)
    const ask = async (lender?: Identity) => {
      const incoming = {
        query: endpoint.query ? check(endpoint.query, request.query) : undefined,
        body: endpoint.body ? check(endpoint.body, request.body) : undefined,
        lender,
        key: readKey(endpoint, request),
        requestId: request.id,
        source: request.ip,
        request,
        cookies: cookiesOf(request, reply, secure),
      }
      // After the checks above, so that invalid input costs nothing.
      if (lender && endpoint.costs) await charge(endpoint.costs, lender, request, options)
      return handler(incoming)
    }
    const isConfirming = confirming.has(handler)
    const answer =
      endpoint.auth === 'lender'
        ? await askAsLender(endpoint, request, { ...options, isConfirming, ask })
        : await ask()
    // Cookies are not cleared: the device cookie grants no access, and without it each login would count as a new
    // browser.
    if (endpoint.clearsStorage) reply.header('Clear-Site-Data', '"storage"')
    if (!print) return sendBytes(reply, answer as BinaryAnswer)
    return reply.type('application/json; charset=utf-8').serializer(print).send(answer)
  }
}

/** @throws Refusal TOO_MANY_REQUESTS with the seconds until another call is allowed. */
const charge = (
  cost: Cost,
  { lenderId, tokenHash: session }: Identity,
  { ip }: FastifyRequest,
  { db, config }: BindOptions,
): Promise<void> => consume(db, lenderBuckets(config, cost, { lenderId, session, ip }))

/** Makes a serialiser that writes exactly the declared fields, twice as fast as JSON.stringify. */
function makePrinter(schema: z.core.$ZodType): (answer: unknown) => string {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return fastJsonStringify(json as Parameters<typeof fastJsonStringify>[0])
}

type Asking = BindOptions & {
  noise: Noise
  /** Whether the handler confirms sessions (`confirmsSession`). */
  isConfirming: boolean
  ask: (lender: Identity) => Promise<unknown>
}

/**
 * Asks the handler for the sender of a request, who is authenticated before. If the handler confirms sessions and the
 * sender is remembered, they are authenticated only where it gives no answer: nothing else is told to a sender whose
 * session may have ended.
 */
async function askAsLender(endpoint: Endpoint, request: FastifyRequest, options: Asking): Promise<unknown> {
  const { isConfirming, ask } = options
  const remembered = isConfirming ? recallSender(request, options) : null
  if (!remembered) return ask(await identify(endpoint, request, options))
  try {
    request.lenderId = remembered.lenderId
    return await ask(remembered)
  } catch (error) {
    request.lenderId = null
    const lender = await identify(endpoint, request, options)
    if (!(error instanceof SessionUnconfirmed)) throw error
    return ask(lender)
  }
}

/** The token of a session; the name of the scheme may be in any case (RFC 9110, section 11.1). */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]

function recallSender(request: FastifyRequest, { recall }: BindOptions): Identity | null {
  const token = tokenOf(request)
  const remembered = token === undefined ? null : recall(token)
  return remembered && !contradicts(request, remembered) ? remembered : null
}

/** Whether the X-User-Id header names another lender. It is only a hint, not an identity. */
const contradicts = ({ headers }: FastifyRequest, { lenderId }: Identity): boolean =>
  headers['x-user-id'] !== undefined && headers['x-user-id'] !== String(lenderId)

async function identify(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, noise }: { authenticate: Authenticate; noise: Noise },
): Promise<Identity> {
  const token = tokenOf(request)
  const unattended = endpoint.polling === true || request.headers[unattendedHeader.toLowerCase()] === '1'
  const identity = token ? await authenticate(token, { unattended, acts: request.method !== 'GET' }) : null
  if (!identity) {
    noise.countNobody(request)
    throw new Refusal('SESSION_ENDED')
  }
  if (contradicts(request, identity)) throw new Refusal('USER_ID_MISMATCH')
  request.lenderId = identity.lenderId
  return identity
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

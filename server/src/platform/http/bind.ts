import {
  type Binary,
  type Cost,
  type Endpoint,
  type EndpointAnswer,
  type EndpointBody,
  type EndpointItem,
  type EndpointQuery,
  type Streamed,
} from '@pematang/contract/endpoint'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Database } from '../db/database.ts'
import { keyBuckets, lenderBuckets } from '../rate-limit/buckets.ts'
import { consume } from '../rate-limit/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { type Config, isSecure } from '../settings/config.ts'
import { isStorable } from '../text/storable-text.ts'
import { type Cookies, cookiesOf } from './cookies.ts'
import { readFileBodies } from './file-body.ts'
import type { Noise } from './noise.ts'
import {
  authenticateFeed,
  authenticateKey,
  type FeedAuthenticator,
  type KeyAuthenticator,
} from './key-sender.ts'
import type { BinaryAnswer, FeedCaller, Identity, Incoming, KeyCaller, StaffCaller } from './requests.ts'
import { type Authenticator, authenticateSender, isSessionEnded, recallSender, turnAway } from './sender.ts'
import { type StaffAuthenticator, authenticateStaff } from './staff-sender.ts'
import { sendItems } from './stream.ts'

/**
 * The function behind an endpoint of the API. Its types are derived from the endpoint's declaration, so the two cannot
 * diverge.
 */
export type Handler<E extends Endpoint> = (
  incoming: Incoming<EndpointQuery<E>, EndpointBody<E>, SenderOf<E>, StaffOf<E>>,
) => Promise<
  E['answer'] extends Binary
    ? BinaryAnswer
    : E['answer'] extends Streamed
      ? AsyncIterable<EndpointItem<E>>
      : EndpointAnswer<E>
>

type SenderOf<E extends Endpoint> = E['auth'] extends 'lender'
  ? Identity
  : E['auth'] extends 'key'
    ? KeyCaller
    : undefined

type StaffOf<E extends Endpoint> = E['auth'] extends 'staff'
  ? StaffCaller
  : E['auth'] extends 'feed'
    ? FeedCaller
    : undefined

export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [K in keyof Endpoints]: Handler<Endpoints[K]>
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

/** Who authenticates: a group of calls is bound for lenders, for their keys or for staff. */
export type BindOptions = {
  db: Database
  config: Config
  /** Whether browsers reach the app over TLS, by default as they reach the lenders' app. */
  secure?: boolean
} & (
  | { lenders: Authenticator }
  | { staff: StaffAuthenticator }
  | { keys: KeyAuthenticator; feed: FeedAuthenticator }
)
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
  if (Object.values(endpoints).some(({ mostBytes }) => mostBytes !== undefined)) readFileBodies(app)
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as unknown as AnyHandler
    app.route({
      method: endpoint.alsoMethod ? [endpoint.method, endpoint.alsoMethod] : endpoint.method,
      url: prefix + endpoint.path,
      config: {
        operationId: endpoint.operationId,
        isOpenToAll: true,
        isLarge: endpoint.isLarge ?? false,
        takesFile: endpoint.mostBytes !== undefined,
      },
      ...(endpoint.mostBytes !== undefined && {
        bodyLimit: endpoint.mostBytes,
        onRequest: beforeItsBody(endpoint, options, app.noise),
      }),
      handler: makeHandler(endpoint, handler, { ...options, noise: app.noise }),
    })
  }
}

/** Turns strangers away before the body of a file is read. */
const beforeItsBody =
  (endpoint: Endpoint, options: BindOptions, noise: Noise) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.auth !== 'staff' || !('staff' in options)) return
    const cookies = cookiesOf(request, reply, options.secure ?? isSecure(options.config))
    await authenticateStaff(endpoint, request, { authenticate: options.staff, cookies, noise })
  }

type AnyHandler = (
  incoming: Incoming<
    unknown,
    unknown,
    Identity | KeyCaller | undefined,
    StaffCaller | FeedCaller | undefined
  >,
) => Promise<unknown>

function makeHandler(endpoint: Endpoint, handler: AnyHandler, options: Binding) {
  const secure = options.secure ?? isSecure(options.config)
  const isConfirming = confirming.has(handler)
  const print = printerOf(endpoint)
  const isStreamed = 'items' in endpoint.answer
  const admit = admission(endpoint, options, isConfirming)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const cookies = cookiesOf(request, reply, secure)
    const { lender, ...input } = await admit(request, cookies, reply)
    const answer = await handler({
      ...input,
      lender,
      requestId: request.id,
      source: request.ip,
      member: lender && 'member' in lender ? lender.member?.id : undefined,
      request,
      cookies,
    }).catch((error: unknown) => {
      if (lender && 'isUnconfirmed' in lender && 'lenders' in options && isSessionEnded(error))
        turnAway(request, { ...options.lenders, noise: options.noise })
      throw error
    })
    // Cookies are not cleared: the device cookie grants no access, and without it each login would count as a new
    // browser.
    if (endpoint.clearsStorage) reply.header('Clear-Site-Data', '"storage"')
    if (!print) return sendBytes(reply, answer as BinaryAnswer)
    if (isStreamed) return sendItems(reply, answer as AsyncIterable<unknown>, print)
    return reply.type('application/json; charset=utf-8').serializer(print).send(answer)
  }
}

/** Made with the first answer: those of all endpoints together take a third of the start of a process. */
function printerOf({ answer }: Endpoint): ((answer: unknown) => string) | null {
  if ('binary' in answer) return null
  let print: ((answer: unknown) => string) | undefined
  return (value) => (print ??= makePrinter('items' in answer ? answer.items : answer))(value)
}

type Admitted = Pick<Parameters<AnyHandler>[0], 'lender' | 'staff' | 'query' | 'body' | 'key'>

/**
 * Admits requests of an endpoint: the sender, then the input, then the rate limit. A remembered sender of an endpoint that
 * confirms sessions is not authenticated, unless the input is invalid: nobody whose session may have ended is told so.
 * @throws where the app that binds the endpoint does not authenticate its senders
 */
function admission(
  endpoint: Endpoint,
  options: Binding,
  isConfirming: boolean,
): (request: FastifyRequest, cookies: Cookies, reply: FastifyReply) => Promise<Admitted> {
  const { noise } = options
  if (endpoint.auth === 'guest')
    return async (request) => {
      noise.countGuest(request, endpoint.operationId)
      return { lender: undefined, staff: undefined, ...readInput(endpoint, request) }
    }
  if (endpoint.auth === 'staff') {
    if (!('staff' in options)) throw new Error(`${endpoint.operationId} is a call of the console`)
    const { staff: authenticate } = options
    return async (request, cookies) => {
      const staff = await authenticateStaff(endpoint, request, { authenticate, cookies, noise })
      return { lender: undefined, staff, ...readInput(endpoint, request) }
    }
  }
  if (endpoint.auth === 'feed') {
    if (!('feed' in options)) throw new Error(`${endpoint.operationId} is a call with a key of staff`)
    const gate = { authenticate: options.feed, db: options.db, noise }
    return async (request, _cookies, reply) => {
      const staff = await authenticateFeed(request, reply, gate)
      return { lender: undefined, staff, ...readInput(endpoint, request) }
    }
  }
  if (endpoint.auth === 'key') {
    if (!('keys' in options)) throw new Error(`${endpoint.operationId} is a call with a key`)
    const { keys: authenticate, db, config } = options
    return async (request, _cookies, reply) => {
      const lender = await authenticateKey(endpoint, request, reply, { authenticate, db, noise })
      const input = readInput(endpoint, request)
      if (endpoint.costs)
        await consume(db, keyBuckets(config, endpoint.costs, { lenderId: lender.lenderId, ip: request.ip }))
      return { lender, staff: undefined, ...input }
    }
  }
  if (!('lenders' in options)) throw new Error(`${endpoint.operationId} is a call of lenders`)
  const gate = { ...options.lenders, noise }
  return async (request) => {
    const remembered = isConfirming ? recallSender(endpoint, request, gate) : null
    const isTrusted = remembered && isReadable(endpoint, request)
    const lender = isTrusted ? remembered : await authenticateSender(endpoint, request, gate)
    request.lenderId = lender.lenderId
    const input = readInput(endpoint, request)
    // Last, so that invalid input costs nothing.
    if (endpoint.costs) await charge(endpoint.costs, lender, request, options)
    return { lender, staff: undefined, ...input }
  }
}

const readInput = (endpoint: Endpoint, request: FastifyRequest) => ({
  query: endpoint.query ? check(endpoint.query, request.query) : undefined,
  // An empty file has no body.
  body: endpoint.body
    ? check(endpoint.body, endpoint.mostBytes ? (request.body ?? Buffer.alloc(0)) : request.body)
    : undefined,
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
  if (value instanceof Uint8Array) return true
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
    .header('Content-Security-Policy', "sandbox; frame-ancestors 'none'")
    .headers(length === undefined ? {} : { 'Content-Length': length })
    .send(bytes)
}

import type {
  Binary,
  Endpoint,
  EndpointAnswer,
  EndpointBody,
  EndpointQuery,
} from '@pematang/contract/endpoint'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../refusal.ts'
import { cookiesOf } from './cookies.ts'
import type { BinaryAnswer, Identity, Incoming } from './requests.ts'

/** The verb behind an endpoint. Its types come from the declaration, so neither can drift. */
export type Handler<E extends Endpoint> = (
  incoming: Incoming<EndpointQuery<E>, EndpointBody<E>, E['auth'] extends 'guest' ? undefined : Identity>,
) => Promise<E['answer'] extends Binary ? BinaryAnswer : EndpointAnswer<E>>

export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [K in keyof Endpoints]: Handler<Endpoints[K]>
}

/** Finds who a bearer token belongs to, or null when it belongs to nobody (any more). */
export type Authenticate = (token: string) => Promise<Identity | null>

export type BindOptions = {
  authenticate: Authenticate
  /** Served over TLS: decides how cookies are named. */
  secure: boolean
}

/** Binds every declared call to its handler, below a prefix. A call without a handler does not compile. */
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
      config: { operationId: endpoint.operationId },
      handler: makeHandler(endpoint, handler, options),
    })
  }
}

type AnyHandler = (incoming: Incoming<unknown, unknown, Identity | undefined>) => Promise<unknown>

function makeHandler(endpoint: Endpoint, handler: AnyHandler, { authenticate, secure }: BindOptions) {
  const print = 'binary' in endpoint.answer ? null : makePrinter(endpoint.answer)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const lender = endpoint.auth === 'lender' ? await identify(request, authenticate) : undefined
    const answer = await handler({
      query: endpoint.query ? check(endpoint.query, request.query) : undefined,
      body: endpoint.body ? check(endpoint.body, request.body) : undefined,
      lender,
      key: readKey(endpoint, request),
      requestId: request.id,
      request,
      cookies: cookiesOf(request, reply, secure),
    })
    if (!print) return sendBytes(reply, answer as BinaryAnswer)
    return reply.type('application/json; charset=utf-8').serializer(print).send(answer)
  }
}

/** Writes exactly the declared fields, twice as fast as JSON.stringify. */
function makePrinter(schema: z.core.$ZodType): (answer: unknown) => string {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' })
  return fastJsonStringify(json as Parameters<typeof fastJsonStringify>[0])
}

async function identify(request: FastifyRequest, authenticate: Authenticate): Promise<Identity> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const identity = token ? await authenticate(token) : null
  if (!identity) throw new Refusal('SESSION_ENDED')
  const claimed = request.headers['x-user-id']
  // The header is a hint and never an identity; one that contradicts the token is refused.
  if (claimed !== undefined && claimed !== String(identity.lenderId)) throw new Refusal('USER_ID_MISMATCH')
  request.lenderId = identity.lenderId
  return identity
}

function readKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (!endpoint.movesMoney) return undefined
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\w.:-]{8,200}$/.test(key)) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
  return key
}

/** Input that does not fit its schema, with the sentence for the first field that is wrong. */
export class InputRefusal extends Refusal {
  constructor(sentence: string) {
    super('INPUT_INVALID')
    this.message = sentence
  }
}

function check(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success && holdsNul(result.data)) throw new Refusal('INPUT_INVALID')
  if (result.success) return result.data
  throw new InputRefusal(sentenceOf(result.error) ?? new Refusal('INPUT_INVALID').message)
}

/** PostgreSQL keeps no text with the character NUL, and nobody types it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/**
 * The first sentence that the contract itself gives; the library's own messages are for nobody. Of two readings of
 * a body the one counts that comes nearest to it.
 */
function sentenceOf(error: z.core.$ZodError): string | undefined {
  const messages = error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue.message]
    const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
    return nearest.map((inner) => inner.message)
  })
  return messages.find((message) => !/^(Invalid|Too |Unrecognized|Expected)/.test(message))
}

function sendBytes(reply: FastifyReply, { bytes, mediaType, fileName }: BinaryAnswer) {
  const how = mediaType.startsWith('text/') ? 'attachment' : 'inline'
  return reply
    .type(mediaType)
    .header('Content-Disposition', `${how}; filename="${fileName.replaceAll(/[^\w. -]/g, '_')}"`)
    .header('Content-Security-Policy', 'sandbox')
    .send(bytes)
}

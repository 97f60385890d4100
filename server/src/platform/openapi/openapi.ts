import {
  type Endpoint,
  type LenderEndpoint,
  proposalHeader,
  unattendedHeader,
} from '@pematang/contract/endpoint'
import { lenderRefusals as refusals } from '@pematang/contract/catalogue'
import { commonRefusals, moneyRefusals, type RefusalCode, sessionRefusals } from '@pematang/contract/refusals'
import * as z from 'zod'

export type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate requests. */
export function buildOpenApi(endpoints: Record<string, LenderEndpoint>, prefix: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(endpoints)) {
    const path = (paths[prefix + endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, endpoint.operationId)
    if (endpoint.alsoMethod) {
      path[endpoint.alsoMethod.toLowerCase()] = operation(
        endpoint,
        `${endpoint.operationId}${endpoint.alsoMethod}`,
      )
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lender dashboard', version: '1', description: conventions },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

const conventions =
  'Money is whole rupiah, a JSON integer. Rates are fractions. Times are ISO 8601 with an offset; the business day is ' +
  'Asia/Jakarta. A refusal answers 4xx or 503 with {message, code, requestId}; message is the Indonesian ' +
  'sentence for the screen, code does not change (all stand at the schema Refusal), requestId finds the request in the log.'

/** What the sentences of the description name, in rupiah and seconds. */
const example = { amount: 100_000, retryAfterSeconds: 1 }

const refusalSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: {
      type: 'string',
      oneOf: Object.entries(refusals).map(([code, { status, sentence }]) => ({
        const: code,
        description: `${status}: ${sentence(example)}`,
      })),
    },
    requestId: { type: 'string' },
  },
}

function operation(endpoint: LenderEndpoint, operationId: string): Json {
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.auth === 'lender' ? { security: [{ session: [] }] } : {}),
    parameters: [...headers(endpoint), ...parameters(endpoint)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: { 200: { description: 'Done.', content: answer(endpoint) }, ...refusalResponses(endpoint) },
  }
}

function headers(endpoint: LenderEndpoint): Json[] {
  const header = (name: string, required: boolean, description: string, pattern?: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', ...(pattern ? { pattern } : {}) },
  })
  return [
    ...(endpoint.movesMoney
      ? [header('Idempotency-Key', true, 'The same key and body move the money once.', '^[\\w.:-]{8,200}$')]
      : []),
    ...(endpoint.auth === 'lender'
      ? [header('X-User-Id', false, 'Must be the id of the token, if it is sent.')]
      : []),
    ...(endpoint.auth === 'lender' && !endpoint.polling
      ? [header(unattendedHeader, false, '1: a timer asks, which is no use of the session.')]
      : []),
    ...(endpoint.errors.some((code) => code === 'PROPOSED')
      ? [
          header(
            proposalHeader,
            false,
            'Of a member of a company: `new` proposes where a rule asks for a decision, a number agrees to that proposal.',
            '^(new|[1-9][0-9]{0,14})$',
          ),
        ]
      : []),
    header(
      'X-Request-Id',
      false,
      'Echoed in the answer and in the log if it has 8 to 64 letters, digits, - or _; otherwise one is made.',
    ),
    header('X-Platform', false, 'WEB.'),
    header('Accept-Language', false, 'id.'),
  ]
}

export function parameters(endpoint: Pick<Endpoint, 'query'>): Json[] {
  if (!endpoint.query) return []
  const { properties = {}, required = [] } = schemaOf(endpoint.query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

export function answer(endpoint: Pick<Endpoint, 'answer'>): Json {
  if ('items' in endpoint.answer)
    return {
      'application/json': { schema: { type: 'array', items: schemaOf(endpoint.answer.items, 'output') } },
    }
  if (!('binary' in endpoint.answer))
    return { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } }
  return Object.fromEntries(
    endpoint.answer.binary.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
}

/** One response per HTTP status, with the refusal codes that it may have. */
function refusalResponses(endpoint: LenderEndpoint): Json {
  const codes: RefusalCode[] = [
    ...endpoint.errors,
    ...(endpoint.auth === 'lender' ? sessionRefusals : []),
    ...(endpoint.movesMoney ? moneyRefusals : []),
    ...commonRefusals,
  ]
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io })
  return json
}

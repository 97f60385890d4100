import { refusals, type RefusalCode } from '@pematang/contract/catalogue'
import type { PartnerEndpoint } from '@pematang/contract/endpoint'
import { keyRefusals } from '@pematang/contract/partner/refusals'
import { commonRefusals, moneyRefusals } from '@pematang/contract/refusals'
import { problemStatus } from '../http/problem.ts'
import { answer, type Json, parameters, schemaOf } from './openapi.ts'

const conventions =
  'Calls of a lender’s or company’s own systems, with a key as bearer token. Money is whole rupiah, a signed JSON ' +
  'integer. Times are ISO 8601 with an offset, days YYYY-MM-DD in Asia/Jakarta. Ids do not change. Refusals are problem ' +
  'details (RFC 9457) with a code that does not change; any path answers 431 to headers beyond 8 kB. Each answer says in ' +
  'RateLimit what is left to the key. Lists with a cursor are oldest first, nothing in them changes its place, and a ' +
  'reader who goes on from `next` misses nothing.'

/** The OpenAPI 3.1 document of the calls with a key, generated from the schemas that validate requests. */
export function buildPartnerOpenApi(endpoints: Record<string, PartnerEndpoint>, prefix: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(endpoints))
    (paths[prefix + endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: { title: 'Partner API', version: '1', description: conventions },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'pmtg_' } },
      schemas: { Problem: problemSchema },
    },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key and body are carried out once.',
  schema: { type: 'string', pattern: '^[\\w.:-]{8,200}$' },
}

const operation = (endpoint: PartnerEndpoint): Json => ({
  operationId: endpoint.operationId,
  summary: endpoint.summary,
  description:
    endpoint.auth === 'feed'
      ? 'Needs a key of the platform’s staff.'
      : `Needs a key with the right ${endpoint.right}.`,
  security: [{ key: [] }],
  parameters: [...(endpoint.movesMoney ? [idempotencyKey] : []), ...parameters(endpoint)],
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
        },
      }
    : {}),
  responses: { 200: { description: 'Done.', content: answer(endpoint) }, ...problems(endpoint) },
})

/** One response per status, with the codes that it may have. */
function problems(endpoint: PartnerEndpoint): Json {
  const codes: RefusalCode[] = [
    ...endpoint.errors,
    ...keyRefusals,
    ...(endpoint.movesMoney ? moneyRefusals : []),
    ...commonRefusals,
  ]
  const byStatus = Map.groupBy(codes, (code) => problemStatus(refusals[code].status))
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

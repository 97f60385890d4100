import { gunzipSync } from 'node:zlib'
import { type Endpoints, endpoints } from '@pematang/contract/endpoints'
import type { Endpoint } from '@pematang/contract/endpoint'
import { lenderRefusals as refusals } from '@pematang/contract/catalogue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../main/testing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { content: Record<string, { schema: object }> }>
  security?: object[]
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: { Refusal: { properties: { code: { oneOf: { const: string; description: string }[] } } } }
  }
}

let fixture: Fixture
let app: Awaited<ReturnType<typeof createApp>>
let document: Document
beforeAll(async () => {
  fixture = await makeFixture()
  app = await createApp(fixture.context)
  document = (await app.inject({ url: '/api/openapi.json' })).json<Document>()
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const operationOf = ({ method, path }: Endpoint) => document.paths[`/api/v1${path}`]?.[method.toLowerCase()]

test('API-06 the OpenAPI document is served compressed to a client that accepts it', async () => {
  const headers = { 'accept-encoding': 'br, gzip' }
  const answer = await app.inject({ url: '/api/openapi.json', headers })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(document)
})

test('API-06 the served document is OpenAPI 3.1 with exactly the declared API calls', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const named = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  )
  // A call with a second method is listed under both, and the second operationId ends in that method.
  const declared = Object.values<Endpoint>(endpoints).flatMap(({ operationId, alsoMethod }) =>
    alsoMethod ? [operationId, operationId + alsoMethod] : [operationId],
  )
  expect(named.sort()).toEqual(declared.sort())
})

test('API-06 the OpenAPI document names each refusal with its status and sentence', () => {
  const { code } = document.components.schemas.Refusal.properties
  expect(code.oneOf.map((one) => one.const)).toEqual(Object.keys(refusals))
  expect(code.oneOf).toContainEqual({
    const: 'CASH_TOO_LOW',
    description: '400: Jumlah cash balance saat ini Rp100.000',
  })
})

test('API-02 API-06 the OpenAPI document says which request ids are echoed', async () => {
  const parameter = operationOf(endpoints.getTkb)?.parameters.find(({ name }) => name === 'X-Request-Id')
  expect(parameter?.description).toContain('8 to 64')
  const isEchoed = async (length: number) => {
    const id = 'a'.repeat(length)
    const { headers } = await app.inject({ url: '/api/v1/tkb', headers: { 'x-request-id': id } })
    return headers['x-request-id'] === id
  }
  expect(await Promise.all([7, 8, 64, 65].map(isEchoed))).toEqual([false, true, true, false])
})

test.each(Object.keys(endpoints) as (keyof Endpoints)[])(
  'API-06 the OpenAPI document states body, session, responses and idempotency key of the call %s',
  (name) => {
    const endpoint: Endpoint = endpoints[name]
    const operation = operationOf(endpoint)
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(operation?.security !== undefined).toBe(endpoint.auth === 'lender')
    expect(operation?.responses['200']).toBeDefined()
    expect(operation?.responses['500']).toBeDefined()
    const key = operation?.parameters.find((parameter) => parameter.name === 'Idempotency-Key')
    expect(key?.required ?? false).toBe(endpoint.movesMoney ?? false)
  },
)

test('API-06 the OpenAPI document has the minimum and maximum values of the schemas', () => {
  const login = operationOf(endpoints.login)?.requestBody?.content['application/json'].schema
  expect(login).toMatchObject({
    additionalProperties: false,
    required: ['phoneNumber', 'password', 'type'],
    properties: { phoneNumber: { pattern: '^[0-9]{8,20}$' }, type: { const: 'lender' } },
  })
  const fund = operationOf(endpoints.fundLoan)?.requestBody?.content['application/json'].schema
  expect(fund).toMatchObject({
    anyOf: [{ required: ['loanId', 'amount', 'loanNumber'] }, { required: ['loanInfo'] }],
  })
})

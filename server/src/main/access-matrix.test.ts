import type { Endpoint } from '@pematang/contract/endpoint'
import { endpoints } from '@pematang/contract/endpoints'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../testing/account.ts'
import { type Answer, goodPassword } from '../../testing/http.ts'
import { fieldsOf } from '../../testing/fields-of.ts'
import { matrix } from '../../testing/matrix.ts'
import type { Input } from '../../testing/matrix-entry.ts'
import { setStage, type Stage } from '../../testing/matrix-stage.ts'

let fixture: AccountFixture
let stage: Stage
beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeAccountFixture({
    settings: { LIMIT_MATCH_ADDRESS: none, LIMIT_DOWNLOAD_ACCOUNT: none, LIMIT_DOWNLOAD_DEVICE: none },
  })
  stage = await setStage(fixture)
})
afterAll(() => fixture.close())

const calls = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]): [string, Endpoint][] =>
  endpoint.alsoMethod
    ? [
        [name, endpoint],
        [name, { ...endpoint, method: endpoint.alsoMethod }],
      ]
    : [[name, endpoint]],
)
const inside = calls.filter(([, { auth }]) => auth === 'lender')

/** Sends a call as this lender, or with the session that the headers name. */
function send(endpoint: Endpoint, input: Input, headers: Record<string, string> = {}): Promise<Answer> {
  const query = new URLSearchParams(input.query).toString()
  return stage.guest.call(endpoint.method, endpoint.path + (query && `?${query}`), input.body, {
    headers: {
      authorization: `Bearer ${stage.me.user.token}`,
      ...(endpoint.movesMoney ? { 'idempotency-key': fixture.context.random.uuid() } : {}),
      ...headers,
    },
  })
}

const said = ({ status, json, bytes }: Answer) => ({
  status,
  ...(json ? { ...json, requestId: undefined } : { bytes: bytes.toString('base64') }),
})

describe('the matrix covers every field of every call', () => {
  test.each(calls)(
    'ROL-02 in the API call %s every field is classified as an id or as plain, and unknown fields are rejected',
    (name, endpoint) => {
      const entry = matrix[name as keyof typeof endpoints](stage)
      const { fields, open } = fieldsOf(endpoint)
      expect([...Object.keys(entry.ids), ...entry.plain].sort()).toEqual(fields)
      expect(open, 'objects that take unknown fields').toEqual([])
      for (const [field, { foreign }] of Object.entries(entry.ids)) {
        expect(Object.keys(foreign).length, `${field} needs two to compare`).toBeGreaterThan(1)
      }
    },
  )
})

describe('access to an object depends on its owner and does not reveal whether it exists', () => {
  test.each(calls)(
    "ROL-02 I30 the API call %s refuses ids that are another lender's, random, deleted or of another kind alike",
    async (name, endpoint) => {
      const entry = matrix[name as keyof typeof endpoints](stage)
      for (const [field, { input, mine, foreign }] of Object.entries(entry.ids)) {
        const answers = new Map<string, unknown>()
        for (const [why, value] of Object.entries(foreign)) {
          const answer = await send(endpoint, input(value))
          expect(answer.status, `${field}, ${why}`).toBeGreaterThanOrEqual(400)
          expect(answer.status, `${field}, ${why}`).toBeLessThan(500)
          answers.set(why, said(answer))
        }
        const [first] = answers.values()
        for (const [why, answer] of answers) expect(answer, `${field}, ${why}`).toEqual(first)
        if (mine !== undefined) {
          const answer = await send(endpoint, input(mine))
          expect(answer.status, `${field}, my own: ${answer.bytes.toString().slice(0, 200)}`).toBe(200)
        }
      }
    },
  )

  test.each(inside)(
    "ROL-02 API-02 the API call %s refuses a user id that is not the token's",
    async (_, endpoint) => {
      const answers = []
      for (const id of [String(stage.other.lenderId), '123456789', '0', 'x']) {
        answers.push(said(await send(endpoint, {}, { 'x-user-id': id })))
      }
      expect(answers[0]).toMatchObject({ status: 403, code: 'USER_ID_MISMATCH' })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    },
  )

  test.each(inside)(
    'ROL-02 ERR-03 the API call %s answers 401 without a token and with an unknown or ended one',
    async (_, endpoint) => {
      const ended = (await stage.guest.login(stage.other.phone, goodPassword)).json.token as string
      await fixture.app.post('/auth/logout', undefined, { token: ended })
      const answers = []
      for (const authorization of ['', `Bearer ${'a'.repeat(43)}`, `Bearer ${ended}`]) {
        answers.push(said(await send(endpoint, {}, { authorization })))
      }
      expect(answers[0]).toMatchObject({ status: 401, code: 'SESSION_ENDED' })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    },
  )
})

test('the server never fetches from the address in a document URL', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  try {
    const never = said(
      await send(endpoints.downloadDocument, { body: { document_url: '/documents/none.pdf' } }),
    )
    for (const address of [
      `http://127.0.0.1:${port}/a.pdf`,
      `//127.0.0.1:${port}/a.pdf`,
      `http://2130706433:${port}/a.pdf`,
      `http://[::ffff:127.0.0.1]:${port}/a.pdf`,
      `http://localhost:${port}${stage.document.mine}`,
      `gopher://127.0.0.1:${port}/_GET`,
      `file:///etc/passwd`,
      `/documents/%2e%2e/%2e%2e/etc/passwd`,
    ]) {
      const answer = await send(endpoints.downloadDocument, { body: { document_url: address } })
      expect(said(answer), address).toEqual(never)
    }
    expect(never).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(connections).toBe(0)
  } finally {
    await new Promise((resolve) => listener.close(resolve))
  }
})

test('an API call rejects a user id in the body that is not the session’s', async () => {
  for (const [name, endpoint] of inside) {
    const answer = await send(endpoint, {
      ...(endpoint.method === 'GET'
        ? { query: { lenderId: String(stage.other.lenderId) } }
        : { body: { lenderId: stage.other.lenderId } }),
    })
    // A call without a query or body ignores its input, so the input must not affect the response.
    const reads = endpoint.query ?? endpoint.body
    if (reads) expect([answer.status, answer.json.code], name).toEqual([400, 'INPUT_INVALID'])
    else expect(answer.bytes.includes(String(stage.other.lenderId)), name).toBe(false)
    if (name === 'logout') stage.me.user.token = await again()
  }
})

async function again(): Promise<string> {
  return (await stage.guest.login(stage.me.phone, goodPassword)).json.token as string
}

/** The required query parameters of lists. */
const needed: Record<string, Record<string, string>> = {
  listTerms: { category: 'TNC', key: 'GENERAL' },
  getTax: { year: '2026' },
  listTaxedInstallments: { period: '2026-01' },
  downloadTaxStatement: { period: '2026-01' },
  downloadTaxSummary: { year: '2026' },
  exportPortfolioReport: { on: '2026-11-22' },
  exportAccount: { from: '2026-11-01', to: '2026-11-20', format: 'csv' },
}

test('I30 no list that a lender can read contains an id of another lender', async () => {
  const names = [
    stage.document.theirs,
    stage.docToken.theirs,
    stage.notice.theirs,
    String(stage.borrower.theirs),
    stage.other.phone,
    stage.other.user.digiSignId,
    String(stage.other.lenderId),
  ]
  let lists = 0
  for (const [name, endpoint] of inside) {
    if (
      endpoint.method !== 'GET' ||
      Object.keys(matrix[name as keyof typeof endpoints](stage).ids).length > 0
    )
      continue
    const answer = await send(endpoint, { query: needed[name] ?? {} })
    expect([200, 404], name).toContain(answer.status)
    for (const foreign of names) expect(answer.bytes.includes(foreign), `${name} has ${foreign}`).toBe(false)
    lists += 1
  }
  expect(lists).toBeGreaterThan(5)
  expect(await fixture.books()).toEqual([])
})

import type { Endpoint } from '@pematang/contract/endpoint'
import { endpoints } from '@pematang/contract/endpoints'
import { partnerEndpoints } from '@pematang/contract/partner-endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../testing/account.ts'
import { aProposingKey } from '../../testing/company.ts'
import { expectDocumented } from '../../testing/documented.ts'
import { type Answer, goodPassword } from '../../testing/http.ts'
import { hostileBodies, hostileQueries, type KnownValues } from '../../testing/hostile-input.ts'
import { callWith, type TestKey } from '../../testing/keys.ts'
import { setStage, type Stage } from '../../testing/matrix-stage.ts'
import { one } from '../platform/db/database.ts'

let fixture: AccountFixture
let stage: Stage
let key: TestKey
beforeAll(async () => {
  const none = '100000/60'
  const limits = ['LOGIN', 'CODE', 'PASSWORD', 'DOWNLOAD', 'AGREEMENT', 'INSIGHT'].flatMap((name) =>
    ['ACCOUNT', 'DEVICE', 'ADDRESS'].map((of) => [`LIMIT_${name}_${of}`, none]),
  )
  fixture = await makeAccountFixture({
    settings: {
      ...Object.fromEntries(limits),
      LIMIT_MATCH_ADDRESS: none,
      LIMIT_VERIFY_ADDRESS: none,
      LIMIT_REVEAL_ADDRESS: none,
      LIMIT_NOISE_ADDRESS: none,
    },
    withoutFaults: 'answers that name a fault of the database are findings here',
  })
  stage = await setStage(fixture)
  key = (await aProposingKey(fixture)).key
})
afterAll(() => fixture.close())

/** Ids that exist, so that bodies reach the code behind the schema. */
const knownValues = ({
  me,
  loan,
  docToken,
  product,
  savedSearch,
  strategy,
  selection,
}: Stage): KnownValues => ({
  loanNumber: [loan.loanNumber],
  loanId: [loan.loanId],
  lenderUserId: [me.lenderId],
  digiSignId: [me.user.digiSignId],
  phoneNumber: [me.phone],
  password: [goodPassword],
  recipient: [me.phone],
  docToken: [docToken.mine],
  propertyLenderId: [docToken.mine],
  loan_bulk_upload_group_id: [product.offered],
  loan_type_secure_id: [String(product.loanTypeId)],
  bulk_secure_id: [product.offered],
  savedSearchId: [savedSearch.mine],
  strategyId: [strategy.mine],
  selectionId: [selection.mine],
})

/** Totals of the ledger: no generated input may move money, because passwords and agreements cannot be guessed. */
const money = () =>
  one<Record<string, number>>(
    fixture.context.db,
    'test.money',
    `select (select count(*) from transfer) as transfers, (select count(*) from hold) as holds,
            (select count(*) from funding) as fundings, (select count(*) from withdrawal) as withdrawals`,
  )

const methodsOf = ({ method, alsoMethod }: Endpoint) => (alsoMethod ? [method, alsoMethod] : [method])

const calls = Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
  methodsOf(endpoint).map((method): [string, Endpoint['method'], Endpoint] => [
    `${method} ${endpoint.path}`,
    method,
    endpoint,
  ]),
)
const partnerCalls = Object.values<Endpoint>(partnerEndpoints).map((call): [string, Endpoint] => [
  call.path,
  call,
])
const writing = calls.filter(([, method]) => method === 'POST' || method === 'PUT')
const reading = calls.filter(([, method, { query }]) => method === 'GET' && query)

/** What an English library, the database or a stack trace would write into a sentence. */
const notASentence = /\b(invalid|expected|too (big|small)|undefined|nan|null|error|syntax)\b|\/src\/|\.ts\b/i

/** Calls that need the provider of signatures or a bank, neither of which is there. */
const withoutNeighbour = ['ESIGN_UNAVAILABLE', 'WITHDRAWAL_UNAVAILABLE']

async function expectAnswer(method: string, path: string, endpoint: Endpoint, body?: string): Promise<void> {
  const headers = endpoint.movesMoney ? { 'idempotency-key': fixture.context.random.uuid() } : {}
  const answer = await fixture.app.call(method, path, body, { token: stage.me.user.token, headers })
  if (answer.status === 401 || endpoint.operationId === 'logout') await logInAgain()
  await expectDocumented(fixture.app, method, path, answer)
  if (answer.status === 200) return
  const { message, code, requestId } = answer.json ?? {}
  if (!withoutNeighbour.includes(code)) expect(answer.status, code).toBeLessThan(500)
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  // The specification names this sentence, for which the screen shows another.
  if (code === 'WITHDRAWAL_PASSWORD_WRONG') return
  expect(message).toMatch(/^[A-Z].{10,}/)
  expect(message).not.toMatch(notASentence)
}

/** The fifth wrong password ends a session. */
async function logInAgain(): Promise<void> {
  stage.me.user.token = (await stage.guest.login(stage.me.phone, goodPassword)).json.token
}

test.each(writing)(
  'DOOR-11 %s answers generated bodies with 200 or a refusal with its sentence, and moves no money',
  async (_, method, endpoint) => {
    const before = await money()
    await fc.assert(
      fc.asyncProperty(hostileBodies(endpoint, knownValues(stage)), (body) =>
        expectAnswer(method, endpoint.path, endpoint, body),
      ),
      { numRuns: 20 },
    )
    expect(await money()).toEqual(before)
  },
)

test.each(reading)(
  'DOOR-11 %s answers generated queries with 200 or a refusal with its sentence',
  (_, method, endpoint) =>
    fc.assert(
      fc.asyncProperty(hostileQueries(endpoint, knownValues(stage)), (query) =>
        expectAnswer(method, `${endpoint.path}?${query}`, endpoint),
      ),
      { numRuns: 10 },
    ),
)

/** Sends a call with a key, whose answer `callWith` compares with the document, and asserts a sentence where it is refused. */
async function expectProblemOrAnswer({ path }: Endpoint, query: string, body?: string): Promise<void> {
  const answer: Answer = await callWith(
    fixture.app,
    key.secret,
    `${path}?${query}`,
    body === undefined ? {} : { body },
  )
  // Headers that are too large are refused before anyone knows which call it is.
  if (answer.status === 200 || answer.status === 431) return
  const { code, detail } = answer.json ?? {}
  expect(answer.status, code).toBeLessThan(500)
  expect(detail).toMatch(/^[A-Z].{10,}/)
  expect(detail).not.toMatch(notASentence)
}

test.each(partnerCalls)(
  'DOOR-11 KEY-02 the call %s of a key answers generated input as the OpenAPI document says: with 200 or a refusal with its sentence',
  (_, endpoint) =>
    fc.assert(
      fc.asyncProperty(
        hostileQueries(endpoint, knownValues(stage)),
        hostileBodies(endpoint, knownValues(stage)),
        (query, body) =>
          endpoint.method === 'GET'
            ? expectProblemOrAnswer(endpoint, query)
            : expectProblemOrAnswer(endpoint, '', body),
      ),
      { numRuns: 20 },
    ),
)

test('DOOR-11 the audit of the books finds nothing after all generated bodies and queries', async () => {
  expect(await fixture.books()).toEqual([])
})

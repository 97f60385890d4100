import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hash, verify } from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { theirAgreements } from '../../../testing/crowd.ts'
import { goodPassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { createPasswordHasher } from '../../platform/password-hasher.ts'

const hashes = { now: 0, most: 0, all: 0 }
const counted =
  <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
  async (...given: Given) => {
    hashes.now += 1
    hashes.all += 1
    hashes.most = Math.max(hashes.most, hashes.now)
    try {
      return await work(...given)
    } finally {
      hashes.now -= 1
    }
  }

const queue = 5
const amount = 100_000
let fixture: Fixture
let app: TestApp
let lender: LoggedIn
/**
 * This lender occupies the second batch slot. Another batch of the first lender could not, because it would wait for
 * the lock of their cash account.
 */
let other: LoggedIn
/** While this is set, each batch waits for it when it begins. */
let gate: Promise<void> | undefined
let batches = 0

beforeAll(async () => {
  fixture = await makeFixture({
    withoutFaults: 'holds the batches by a hook of its own',
    settings: { FUNDING_QUEUE: String(queue) },
    overrides: { passwords: createPasswordHasher(2, 40, { hash: counted(hash), verify: counted(verify) }) },
    database: {
      async beforeStatement(text) {
        if (!text.includes('p.loan_id = any($1)')) return
        batches += 1
        await gate
      },
    },
  })
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 100_000_000 })
  other = await logIn(fixture, app, { cash: 100_000_000 })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

/** Creates a loan, with `count` agreements of a lender for it. */
async function agreed(count: number, { lenderId }: LoggedIn = lender) {
  const loan = await aLoan(fixture.context, { totalLoan: 50_000_000, minimumFunding: amount })
  await theirAgreements(
    fixture.context,
    Array.from({ length: count }, () => ({ lenderId, ...loan, amount })),
  )
  return { ...loan, amount }
}

function hold(): () => void {
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  return () => {
    gate = undefined
    open()
  }
}

const heapAfterCollection = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

test('funding answers 503 with Retry-After when its queue is full, keeps memory bounded and recovers', async () => {
  const body = await agreed(40)
  const release = hold()
  const begun = batches
  const firsts = [lender.pay('/funding', body), other.pay('/funding', await agreed(1, other))]
  await vi.waitFor(() => expect(batches).toBe(begun + 2), 60_000)
  const ended: number[] = []
  const pay = async (key: string) => {
    const answer = await lender.pay('/funding', body, key)
    ended.push(answer.status)
    return answer
  }
  const keys = Array.from({ length: 30 }, (_, i) => `overloaded-${i}`)
  const rest = keys.map(pay)
  // Both batches are still blocked, so the requests that have an answer got it without waiting.
  await vi.waitFor(() => expect(ended).toHaveLength(30 - queue), 60_000)
  expect(new Set(ended)).toEqual(new Set([503]))

  const wave = () => Promise.all(Array.from({ length: 100 }, () => lender.pay('/funding', body)))
  for (const answer of await wave()) expect(answer.status).toBe(503)
  const before = heapAfterCollection()
  for (let i = 0; i < 15; i += 1) await wave()
  expect((heapAfterCollection() - before) / 1_048_576).toBeLessThan(8)

  release()
  for (const first of firsts) expect((await first).status).toBe(200)
  const answers = await Promise.all(rest)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(queue)
  for (const answer of answers.filter(({ status }) => status === 503)) {
    expect(answer.json.code).toBe('OVERLOADED')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // The refused requests stored no result under their keys, so they succeed now under the same keys; the funded ones
  // get the same answer.
  for (const [place, key] of keys.entries()) {
    const again = await lender.pay('/funding', body, key)
    expect(again.status).toBe(200)
    if (answers[place]?.status === 200) expect(again.json).toEqual(answers[place]?.json)
  }
})

test('under load two passwords are checked at a time, further logins get 429, and funding continues', async () => {
  const body = await agreed(20)
  Object.assign(hashes, { most: 0, all: 0 })
  const login = { phoneNumber: lender.phone, password: goodPassword, type: 'lender' }
  const logins = Array.from({ length: 60 }, () => app.post('/auth/login', login))
  const fundings: number[] = []
  for (let i = 0; i < 20; i += 1) fundings.push((await lender.pay('/funding', body)).status)
  const answers = await Promise.all(logins)

  expect(new Set(fundings)).toEqual(new Set([200]))
  expect(hashes.most).toBe(2)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.json.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const letIn = answers.filter(({ status }) => status === 200)
  expect(letIn.length + refused.length).toBe(60)
  // The server hashes no password for a refused request.
  expect(hashes.all).toBe(letIn.length)
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { httpEsign } from '../outside/esign/http-adapter.ts'
import { one } from '../platform/db/database.ts'
import { type LoggedIn, logIn } from '../testing/http.ts'
import { aLoan } from '../testing/people.ts'
import { type Funded, type Loan, makeSigningWorld, noticeOf, type SigningWorld } from '../testing/signing.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await makeSigningWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  world.travel(undefined)
  expect(await world.books()).toEqual([])
})

const amount = 1_000_000

type Case = { lender: LoggedIn; loan: Loan; funded: Funded; fundingId: string; token: string }

/** A funding that waits for its signature, with the signing page open. */
async function waiting(): Promise<Case> {
  const lender = await logIn(world, world.app, { cash: amount })
  const loan = await aLoan(world.context)
  const funded = await world.fund(lender, loan, amount)
  const fundingId = funded.docToken
  const { token } = (await world.open(lender, funded)).json
  return { lender, loan, funded, fundingId, token }
}

const cash = async ({ lender }: Case) => {
  const { cashBalance, reservedBalance, outStandingBalance } = (await lender.get('/lender/summary')).json
  return { cashBalance, reservedBalance, outStandingBalance }
}
const held = { cashBalance: 0, reservedBalance: amount, outStandingBalance: 0 }
const lent = { cashBalance: 0, reservedBalance: 0, outStandingBalance: amount }
const back = { cashBalance: amount, reservedBalance: 0, outStandingBalance: 0 }

const left = async ({ loan, lender }: Case): Promise<number> => {
  const { json } = await lender.get('/marketplace?limit=100')
  return json.list.find((card: Loan) => card.loanId === loan.loanId).outstandingFunding
}

/** How often the provider's word about a funding came in, and how many jobs follow it now. */
const heard = (fundingId: string) =>
  one<{ notices: number; copies: number; jobs: number }>(
    world.context.db,
    'test.heard',
    `select (select count(*) from esign_notice where body::jsonb ->> 'reference' = $1) as notices,
            (select coalesce(sum(copies), 0)::bigint from esign_notice where body::jsonb ->> 'reference' = $1) as copies,
            (select count(*) from job where payload ->> 'fundingId' = $1) as jobs`,
    [fundingId],
  )

/** Waits until so many callbacks of a funding were taken. */
async function untilHeard(fundingId: string, copies: number): Promise<void> {
  for (const limit = Date.now() + 10_000; (await heard(fundingId)).copies < copies; ) {
    if (Date.now() > limit) throw new Error('the callbacks did not come in time')
    await world.context.clock.sleep(20)
  }
}

const provider = () =>
  httpEsign({ baseUrl: world.sandbox.baseUrl, apiKey: world.context.config.ESIGN_API_KEY })
const providerToken = async (fundingId: string) =>
  (
    await one<{ token: string }>(
      world.context.db,
      'test.token',
      'select provider_token as token from signing_request where funding_id = $1',
      [fundingId],
    )
  ).token

describe('what the provider tells', () => {
  test('forged: 401, kept nowhere, nothing moves', async () => {
    const it = await waiting()
    await world.drain()
    await world.sandbox.sign(it.token, '000002')
    const notice = noticeOf(it.fundingId, 'signed')
    const forged = await world.tell(notice, 'another secret')
    expect([forged.status, forged.json.code]).toEqual([401, 'CALLBACK_FORGED'])
    const bare = await world.app.post('/callbacks/esign', notice)
    expect(bare.status).toBe(401)
    await world.drain()
    expect(await heard(it.fundingId)).toEqual({ notices: 0, copies: 0, jobs: 1 })
    expect(await cash(it)).toEqual(held)
  })

  test('forged first, with the id of the real one: the real one still counts', async () => {
    const it = await waiting()
    await world.sandbox.sign(it.token, '000005')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })

  test('a word of the browser or a false word of the provider changes nothing: it is only a reason to ask', async () => {
    const it = await waiting()
    expect((await world.tell(noticeOf(it.fundingId, 'signed'))).status).toBe(204)
    expect((await world.tell(noticeOf(it.fundingId, 'rejected'))).status).toBe(204)
    await world.drain()
    expect(await cash(it)).toEqual(held)
  })

  test('five times at once: taken once', async () => {
    const it = await waiting()
    await world.sandbox.sign(it.token, '000003')
    await untilHeard(it.fundingId, 5)
    await Promise.all([world.drain(), world.drain(), world.drain()])
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await heard(it.fundingId)).toMatchObject({ notices: 1, copies: 5 })
    expect(await cash(it)).toEqual(lent)
    const { signatures, transfers } = await one<{ signatures: number; transfers: number }>(
      world.context.db,
      'test.once',
      `select (select count(*) from signature where funding_id = $1::uuid) as signatures,
              (select count(*) from transfer where ref = $1::text) as transfers`,
      [it.fundingId],
    )
    expect([signatures, transfers]).toEqual([1, 1])
  })

  test('the same word again after the end moves nothing', async () => {
    const it = await waiting()
    await world.sandbox.sign(it.token)
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    for (const event of ['signed', 'rejected', 'reviewed']) {
      expect((await world.tell(noticeOf(it.fundingId, event))).status).toBe(204)
    }
    await world.drain()
    expect(await cash(it)).toEqual(lent)
    expect((await heard(it.fundingId)).jobs).toBe(0)
  })

  test('lost: asking settles it', async () => {
    const it = await waiting()
    await world.drain()
    await world.sandbox.sign(it.token, '000002')
    await world.drain()
    expect(await cash(it)).toEqual(held)
    world.travel('25 seconds')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
    expect((await heard(it.fundingId)).notices).toBe(0)
  })

  test('out of order: "reviewed" after "signed" changes nothing', async () => {
    const it = await waiting()
    await world.sandbox.sign(it.token, '000006')
    await untilHeard(it.fundingId, 2)
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })

  test('signed in time but told after the time: it counts, for the provider says so', async () => {
    const it = await waiting()
    await world.sandbox.sign(it.token, '000004')
    world.travel('31 minutes')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    await untilHeard(it.fundingId, 1)
    await world.drain()
    expect(await cash(it)).toEqual(lent)
  })

  test('of a reference that nobody knows, or in another shape: kept or refused, nothing moves', async () => {
    const reference = world.context.random.uuid()
    expect((await world.tell(noticeOf(reference, 'signed'))).status).toBe(204)
    expect(await heard(reference)).toEqual({ notices: 1, copies: 1, jobs: 0 })
    for (const body of ['{', '[]', 'null', '"x"', {}, { ...noticeOf(reference, 'signed'), reference: 'x' }]) {
      const answer = await world.tell(body)
      expect([answer.status, answer.json.code]).toEqual([400, 'INPUT_INVALID'])
    }
  })
})

describe('no signature', () => {
  test('declined: the money is back and the lender is told', async () => {
    const it = await waiting()
    const before = await left(it)
    expect((await world.sandbox.reject(it.token, 'Bunga terlalu rendah')).status).toBe(200)
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('REJECTED')
    expect(await cash(it)).toEqual(back)
    expect(await left(it)).toBe(before + amount)
    const { list } = (await it.lender.get('/notices')).json
    expect(list).toMatchObject([{ tone: 'info', title: 'Pendanaan dibatalkan' }])
    expect(list[0].message).toContain(it.loan.loanNumber)
    expect(list[0].message).toContain('Rp1.000.000')
    expect((await it.lender.get('/portfolio')).json.list).toEqual([])
    expect((await it.lender.get('/transactions?type=2')).json.list).toMatchObject([{ status: 'Failed' }])
  })

  test('not in time: cancelled at the provider, the money is back, the lender is told once and can dismiss it', async () => {
    const it = await waiting()
    const stranger = await logIn(world, world.app)
    world.travel('29 minutes')
    await world.drain()
    expect(await cash(it)).toEqual(held)
    world.travel('31 minutes')
    expect((await world.open(it.lender, it.funded)).json.code).toBe('SIGNING_ENDED')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect(await cash(it)).toEqual(back)
    expect((await provider().status(await providerToken(it.fundingId))).status).toBe('cancelled')
    expect((await world.sandbox.sign(it.token)).status).toBe(410)

    const [notice] = (await it.lender.get('/notices')).json.list
    expect(notice).toMatchObject({ tone: 'warning', title: 'Pendanaan dibatalkan' })
    expect(notice.message).toContain('tidak ditandatangani tepat waktu')
    expect((await stranger.get('/notices')).json.list).toEqual([])
    const foreign = await stranger.post('/notices/dismiss', { id: notice.id })
    expect([foreign.status, foreign.json.code]).toEqual([404, 'NOT_FOUND'])
    expect((await it.lender.get('/notices')).json.list).toHaveLength(1)
    for (let i = 0; i < 2; i += 1) {
      expect((await it.lender.post('/notices/dismiss', { id: notice.id })).json).toEqual({
        message: 'success',
      })
    }
    expect((await it.lender.get('/notices')).json.list).toEqual([])
    for (const id of ['', 'x', notice.id.toUpperCase(), `${notice.id}0`, '-'.repeat(36)]) {
      expect((await it.lender.post('/notices/dismiss', { id })).status).toBe(404)
    }
  })

  test('a genuine "signed" after the money went back moves nothing', async () => {
    const it = await waiting()
    world.travel('31 minutes')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect((await world.tell(noticeOf(it.fundingId, 'signed'))).status).toBe(204)
    await world.drain()
    expect(await cash(it)).toEqual(back)
  })

  test('while the provider cannot be told, the money stays reserved: it may be signed there', async () => {
    const it = await waiting()
    await world.drain()
    world.line.cut()
    try {
      world.travel('31 minutes')
      await world.drain()
      expect(await cash(it)).toEqual(held)
      expect((await world.sandbox.sign(it.token)).status).toBe(200)
    } finally {
      world.line.mend()
    }
    expect((await it.lender.get(`/funding/status?docToken=${it.funded.docToken}`)).json.state).toBe('WAITING')
    world.travel('45 minutes')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })
})

describe('the provider is away', () => {
  test('funding is answered, signing is 503, and it all goes on when the provider is back', async () => {
    const lender = await logIn(world, world.app, { cash: amount })
    const loan = await aLoan(world.context)
    world.line.cut()
    let funded: Funded
    try {
      funded = await world.fund(lender, loan, amount)
      const opened = await world.open(lender, funded)
      expect([opened.status, opened.json.code]).toEqual([503, 'ESIGN_UNAVAILABLE'])
      expect(Number(opened.headers.get('retry-after'))).toBeGreaterThan(0)
      await world.drain()
    } finally {
      world.line.mend()
    }
    world.travel('2 minutes')
    await world.drain()
    const opened = await world.open(lender, funded)
    expect(opened.status).toBe(200)
    await world.sandbox.sign(opened.json.token)
    expect(await world.ended(lender, funded.docToken)).toBe('SETTLED')
  })

  test('for three hours: the funding is not forgotten, the money comes back after it', async () => {
    const it = await waiting()
    world.line.cut()
    try {
      for (let minute = 1; minute <= 180; minute += 3) {
        world.travel(`${minute} minutes`)
        await world.drain()
      }
    } finally {
      world.line.mend()
    }
    expect(await cash(it)).toEqual(held)
    world.travel('4 hours')
    expect(await world.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect(await cash(it)).toEqual(back)
  })
})

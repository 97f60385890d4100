import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { httpEsign } from '../../outside/esign/http-adapter.ts'
import { one } from '../../platform/db/database.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import {
  type Funded,
  type Loan,
  makeSigningFixture,
  noticeOf,
  type SigningFixture,
} from '../../../testing/signing.ts'

let fixture: SigningFixture
beforeAll(async () => {
  fixture = await makeSigningFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 1_000_000

type Case = { lender: LoggedIn; loan: Loan; funded: Funded; fundingId: string; token: string }

async function waiting(): Promise<Case> {
  const lender = await logIn(fixture, fixture.app, { cash: amount })
  const loan = await aLoan(fixture.context)
  const funded = await fixture.fund(lender, loan, amount)
  const fundingId = funded.docToken
  const { token } = (await fixture.open(lender, funded)).json
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

const heard = (fundingId: string) =>
  one<{ notices: number; copies: number; jobs: number }>(
    fixture.context.db,
    'test.heard',
    `select (select count(*) from esign_notice where body::jsonb ->> 'reference' = $1) as notices,
            (select coalesce(sum(copies), 0)::bigint from esign_notice where body::jsonb ->> 'reference' = $1) as copies,
            (select count(*) from job where payload ->> 'fundingId' = $1) as jobs`,
    [fundingId],
  )

async function untilHeard(fundingId: string, copies: number): Promise<void> {
  for (const limit = Date.now() + 10_000; (await heard(fundingId)).copies < copies; ) {
    if (Date.now() > limit) throw new Error('the callbacks did not come in time')
    await fixture.context.clock.sleep(20)
  }
}

const provider = () =>
  httpEsign({ baseUrl: fixture.sandbox.baseUrl, apiKey: fixture.context.config.ESIGN_API_KEY })
const providerToken = async (fundingId: string) =>
  (
    await one<{ token: string }>(
      fixture.context.db,
      'test.token',
      'select provider_token as token from signing_request where funding_id = $1',
      [fundingId],
    )
  ).token

describe('callbacks of the provider', () => {
  test('a forged signature callback is rejected with 401, stores nothing and moves no money', async () => {
    const it = await waiting()
    await fixture.drain()
    await fixture.sandbox.sign(it.token, '000002')
    const notice = noticeOf(it.fundingId, 'signed')
    const forged = await fixture.tell(notice, 'another secret')
    expect([forged.status, forged.json.code]).toEqual([401, 'CALLBACK_FORGED'])
    const bare = await fixture.app.post('/callbacks/esign', notice)
    expect(bare.status).toBe(401)
    await fixture.drain()
    expect(await heard(it.fundingId)).toEqual({ notices: 0, copies: 0, jobs: 1 })
    expect(await cash(it)).toEqual(held)
  })

  test('a forged signature callback does not use up its id: the genuine one with that id is still accepted', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000005')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })

  test('a signature callback with a false status moves no money, because the provider is always asked for the status', async () => {
    const it = await waiting()
    expect((await fixture.tell(noticeOf(it.fundingId, 'signed'))).status).toBe(204)
    expect((await fixture.tell(noticeOf(it.fundingId, 'rejected'))).status).toBe(204)
    await fixture.drain()
    expect(await cash(it)).toEqual(held)
  })

  test('a funding is settled once when its signature callback arrives five times at once', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000003')
    await untilHeard(it.fundingId, 5)
    await Promise.all([fixture.drain(), fixture.drain(), fixture.drain()])
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await heard(it.fundingId)).toMatchObject({ notices: 1, copies: 5 })
    expect(await cash(it)).toEqual(lent)
    const { signatures, transfers } = await one<{ signatures: number; transfers: number }>(
      fixture.context.db,
      'test.once',
      `select (select count(*) from signature where funding_id = $1::uuid) as signatures,
              (select count(*) from transfer where ref = $1::text) as transfers`,
      [it.fundingId],
    )
    expect([signatures, transfers]).toEqual([1, 1])
  })

  test('a signature callback after the end of its funding moves no money', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    for (const event of ['signed', 'rejected', 'reviewed']) {
      expect((await fixture.tell(noticeOf(it.fundingId, event))).status).toBe(204)
    }
    await fixture.drain()
    expect(await cash(it)).toEqual(lent)
    expect((await heard(it.fundingId)).jobs).toBe(0)
  })

  test('a funding is settled by polling when its signature callback is lost', async () => {
    const it = await waiting()
    await fixture.drain()
    await fixture.sandbox.sign(it.token, '000002')
    await fixture.drain()
    expect(await cash(it)).toEqual(held)
    fixture.travel('25 seconds')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
    expect((await heard(it.fundingId)).notices).toBe(0)
  })

  test('a "reviewed" signature callback after "signed" changes nothing', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000006')
    await untilHeard(it.fundingId, 2)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })

  test('a signature made in time is settled although its callback arrives after the time for signing', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000004')
    fixture.travel('31 minutes')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    await untilHeard(it.fundingId, 1)
    await fixture.drain()
    expect(await cash(it)).toEqual(lent)
  })

  test('a signature callback with an unknown reference is stored, and a malformed one rejected', async () => {
    const reference = fixture.context.random.uuid()
    expect((await fixture.tell(noticeOf(reference, 'signed'))).status).toBe(204)
    expect(await heard(reference)).toEqual({ notices: 1, copies: 1, jobs: 0 })
    for (const body of ['{', '[]', 'null', '"x"', {}, { ...noticeOf(reference, 'signed'), reference: 'x' }]) {
      const answer = await fixture.tell(body)
      expect([answer.status, answer.json.code]).toEqual([400, 'INPUT_INVALID'])
    }
  })
})

describe('fundings that are not signed', () => {
  test('a declined signature releases the money and notifies the lender', async () => {
    const it = await waiting()
    const before = await left(it)
    expect((await fixture.sandbox.reject(it.token, 'Bunga terlalu rendah')).status).toBe(200)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('REJECTED')
    expect(await cash(it)).toEqual(back)
    expect(await left(it)).toBe(before + amount)
    const { list } = (await it.lender.get('/notices')).json
    expect(list).toMatchObject([{ tone: 'info', title: 'Pendanaan dibatalkan' }])
    expect(list[0].message).toContain(it.loan.loanNumber)
    expect(list[0].message).toContain('Rp1.000.000')
    expect((await it.lender.get('/portfolio')).json.list).toEqual([])
    expect((await it.lender.get('/transactions?type=2')).json.list).toMatchObject([{ status: 'Failed' }])
  })

  test('an expired signature is cancelled at the provider, the money released and the lender notified once', async () => {
    const it = await waiting()
    const stranger = await logIn(fixture, fixture.app)
    fixture.travel('29 minutes')
    await fixture.drain()
    expect(await cash(it)).toEqual(held)
    fixture.travel('31 minutes')
    expect((await fixture.open(it.lender, it.funded)).json.code).toBe('SIGNING_ENDED')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect(await cash(it)).toEqual(back)
    expect((await provider().status(await providerToken(it.fundingId))).status).toBe('cancelled')
    expect((await fixture.sandbox.sign(it.token)).status).toBe(410)

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

  test('a genuine "signed" callback after the money was released moves no money', async () => {
    const it = await waiting()
    fixture.travel('31 minutes')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect((await fixture.tell(noticeOf(it.fundingId, 'signed'))).status).toBe(204)
    await fixture.drain()
    expect(await cash(it)).toEqual(back)
  })

  test('an expired reservation is kept while the provider is unreachable, since it may be signed there', async () => {
    const it = await waiting()
    await fixture.drain()
    fixture.line.cut()
    try {
      fixture.travel('31 minutes')
      await fixture.drain()
      expect(await cash(it)).toEqual(held)
      expect((await fixture.sandbox.sign(it.token)).status).toBe(200)
    } finally {
      fixture.line.mend()
    }
    expect((await it.lender.get(`/funding/status?docToken=${it.funded.docToken}`)).json.state).toBe('WAITING')
    fixture.travel('45 minutes')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect(await cash(it)).toEqual(lent)
  })
})

describe('outage of the provider', () => {
  test('during an outage of the provider a funding is accepted and its signing page answers 503; it is signed afterwards', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: amount })
    const loan = await aLoan(fixture.context)
    fixture.line.cut()
    let funded: Funded
    try {
      funded = await fixture.fund(lender, loan, amount)
      const opened = await fixture.open(lender, funded)
      expect([opened.status, opened.json.code]).toEqual([503, 'ESIGN_UNAVAILABLE'])
      expect(Number(opened.headers.get('retry-after'))).toBeGreaterThan(0)
      await fixture.drain()
    } finally {
      fixture.line.mend()
    }
    fixture.travel('2 minutes')
    await fixture.drain()
    const opened = await fixture.open(lender, funded)
    expect(opened.status).toBe(200)
    await fixture.sandbox.sign(opened.json.token)
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
  })

  test('a reservation is released after the provider was away for three hours', async () => {
    const it = await waiting()
    fixture.line.cut()
    try {
      for (let minute = 1; minute <= 180; minute += 3) {
        fixture.travel(`${minute} minutes`)
        await fixture.drain()
      }
    } finally {
      fixture.line.mend()
    }
    expect(await cash(it)).toEqual(held)
    fixture.travel('4 hours')
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('EXPIRED')
    expect(await cash(it)).toEqual(back)
  })
})

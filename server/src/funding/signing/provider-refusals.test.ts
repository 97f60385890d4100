import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { cashOf } from '../../books/index.ts'
import type { EsignProvider } from '../../outside/esign/port.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { type Funded, makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { watch as watchSigning } from './metrics.ts'
import { type Fault, faulty, followAll, signingState } from '../../../testing/signing-provider.ts'

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
type Case = { lender: LoggedIn; funded: Funded }

async function waiting(): Promise<Case> {
  const lender = await logIn(fixture, fixture.app, { cash: amount })
  return { lender, funded: await fixture.fund(lender, await aLoan(fixture.context), amount) }
}

const cash = async ({ lender }: Case): Promise<number> =>
  (await cashOf(fixture.context.db, lender.lenderId)).available

/** Runs the jobs of a week with this provider, at growing intervals. */
async function aWeek(context: Context): Promise<void> {
  for (const minutes of [1, 5, 20, 31, 45, 60, 120, 600, 1_440, 5_000, 10_080]) {
    fixture.travel(`${minutes} minutes`)
    await followAll(context)
  }
}

type Call = keyof EsignProvider
const faults: Fault[] = [401, 403, 404, 409, 422, 'away']
/** The expected state of a reservation after the provider has answered one kind of call with this fault for a week. */
const ends: Record<'upload' | 'status' | 'cancel' | 'fetchSigned', Record<Fault, string>> = {
  // If the key is refused, the provider has no documents, so the time for signing decides; other refusals concern the
  // documents themselves.
  upload: {
    401: 'EXPIRED',
    403: 'EXPIRED',
    404: 'REJECTED',
    409: 'WAITING',
    422: 'REJECTED',
    away: 'WAITING',
  },
  status: { 401: 'WAITING', 403: 'WAITING', 404: 'EXPIRED', 409: 'WAITING', 422: 'WAITING', away: 'WAITING' },
  cancel: { 401: 'WAITING', 403: 'WAITING', 404: 'EXPIRED', 409: 'WAITING', 422: 'WAITING', away: 'WAITING' },
  fetchSigned: {
    401: 'WAITING',
    403: 'WAITING',
    404: 'WAITING',
    409: 'WAITING',
    422: 'WAITING',
    away: 'WAITING',
  },
}
const cases = Object.entries(ends).flatMap(([call, byFault]) =>
  faults.map((fault) => [call as Call, fault, byFault[fault]] as const),
)

describe('FIX-10 refusals of the provider', () => {
  test.each(cases)(
    'FIX-10 when the provider call %s is answered %s for a week, the funding is %s without a dead job, and ends after recovery',
    async (call, fault, expected) => {
      const it = await waiting()
      if (call !== 'upload') await followAll(fixture.context)
      if (call === 'fetchSigned') {
        await fixture.sandbox.sign((await fixture.open(it.lender, it.funded)).json.token, '000002')
      }
      await aWeek(faulty(fixture.context, [call], fault))
      const after = await signingState(fixture.context, it.funded)
      expect(after).toMatchObject({ state: expected, dead: 0 })
      expect(await cash(it)).toBe(expected === 'WAITING' ? 0 : amount)
      if (expected !== 'WAITING') return
      expect(after).toMatchObject({ live: 1, stall: expect.any(String) })
      fixture.travel('10100 minutes')
      await followAll(fixture.context)
      const end = call === 'fetchSigned' ? 'SETTLED' : 'EXPIRED'
      expect(await signingState(fixture.context, it.funded)).toMatchObject({
        state: end,
        stall: null,
        dead: 0,
      })
    },
  )

  test('FIX-10 an API key that the provider rejects is treated as an outage: 503, a metric, and recovery with the right key', async () => {
    const it = await waiting()
    const rotated = faulty(fixture.context, ['upload', 'status', 'openSession', 'cancel', 'fetchSigned'], 401)
    await followAll(rotated)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'WAITING',
      stall: 'KEY_REFUSED',
      live: 1,
    })
    const metrics = new Metrics()
    watchSigning({ db: fixture.context.db, metrics })
    expect(await metrics.text()).toContain('pematang_signing_stalled{reason="KEY_REFUSED"} 1')
    fixture.travel('2 minutes')
    await followAll(fixture.context)
    expect(await metrics.text()).toContain('pematang_signing_stalled{reason="KEY_REFUSED"} 0')
    await fixture.sandbox.sign((await fixture.open(it.lender, it.funded)).json.token)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
  })

  test('FIX-10 the money is released when the provider refuses the documents, and the notification names that reason', async () => {
    const it = await waiting()
    await followAll(faulty(fixture.context, ['upload'], 422))
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'REJECTED',
      reason: 'CODE_422',
    })
    const [notice] = (await it.lender.get('/notices')).json.list
    expect(notice.message).toContain('tidak dapat diselesaikan oleh penyedia tanda tangan elektronik')
    expect(notice.message).not.toContain('Anda menolak')
  })

  test('FIX-10 an upload whose answer was lost is cancelled at the provider before the money is released', async () => {
    const it = await waiting()
    let token = ''
    const upload: EsignProvider['upload'] = async (input) => {
      token = (await fixture.context.esign.upload(input)).docToken
      throw new Error('the process was killed here')
    }
    await followAll({ ...fixture.context, esign: { ...fixture.context.esign, upload } })
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'WAITING', stall: 'ERROR' })
    fixture.travel('31 minutes')
    await followAll(faulty(fixture.context, ['upload'], 401))
    expect(await cash(it)).toBe(0)
    fixture.travel('50 minutes')
    await followAll(fixture.context)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'EXPIRED' })
    expect((await fixture.context.esign.status(token)).status).toBe('cancelled')
    expect(await cash(it)).toBe(amount)
  })

  test('FIX-10 the money for refused documents is released once an earlier lost upload can no longer have arrived', async () => {
    const it = await waiting()
    await followAll(faulty(fixture.context, ['upload'], 'away'))
    fixture.travel('1 minute')
    await followAll(faulty(fixture.context, ['upload'], 422))
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'WAITING',
      stall: 'REFUSED',
    })
    fixture.travel('6 minutes')
    await followAll(faulty(fixture.context, ['upload'], 422))
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'REJECTED',
      reason: 'CODE_422',
    })
  })
})

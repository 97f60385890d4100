import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepRendered, openCertificate, renderAgreement } from '../../documents/index.ts'
import { sampleSnapshot } from '../../documents/testing.ts'
import { buildSnapshot, findOfferedLoan, storeAgreement } from '../single/index.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { signerOf } from '../../lenders/index.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender, aLoan, fund, openAgreement } from '../../../testing/people.ts'
import { openSigning } from './open-signing.ts'
import { receiveCallback } from './receive-callback.ts'
import { makeModelProvider, type ModelProvider } from './testing/model-provider.ts'
import { followAll } from '../../../testing/signing-provider.ts'

const amount = 1_000_000
const folder = mkdtempSync(join(tmpdir(), 'orders-'))
afterAll(() => rmSync(folder, { recursive: true }))
const paper = renderAgreement('pp', sampleSnapshot(), openCertificate(testCertificate()))

const which = fc.constantFrom<0 | 1>(0, 1)
/** What happens around two fundings of two lenders: at the provider, in its callbacks, to the loans, and to the clock. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('sign' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reject' as const), which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('open the page' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel the loan' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('call back' as const),
      which,
      event: fc.constantFrom('reviewed', 'signed', 'rejected', 'cancelled', 'expired'),
      /** Whether the callback names the document of the other lender. */
      isMixed: fc.boolean(),
      /** Few ids, so that callbacks are repeated, also with other content. */
      id: fc.nat(3),
      /** How often it arrives at once while the jobs run; 0 if the jobs do not run. */
      during: fc.nat(3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('work' as const), workers: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 12, 29, 31, 400),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('mood' as const),
      mood: fc.constantFrom('fine' as const, 'away' as const, 'answers lost' as const),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

/** Ways to every end that a funding may have. */
const everyEnd: [Step[]][] = [
  [
    [
      ...([0, 1] as const).map((at): Step => ({ what: 'open the page', which: at })),
      { what: 'sign', which: 0 },
      { what: 'reject', which: 1 },
      { what: 'call back', which: 0, event: 'rejected', isMixed: false, id: 0, during: 2 },
    ],
  ],
  [
    [
      { what: 'open the page', which: 0 },
      { what: 'sign', which: 0 },
      ...([0, 1] as const).map((at): Step => ({ what: 'cancel the loan', which: at })),
    ],
  ],
  [
    [
      { what: 'open the page', which: 0 },
      { what: 'wait', minutes: 31 },
      { what: 'work', workers: 2 },
      { what: 'sign', which: 0 },
    ],
  ],
]

type Case = { lenderId: number; loanId: number; loanNumber: string; fundingId: string; cancelled: boolean }

describe.each([true, false])('a provider that can cancel documents: %s', (cancels) => {
  let fixture: Fixture
  let provider: ModelProvider
  beforeAll(async () => {
    provider = makeModelProvider({ cancels })
    const trust = join(folder, `signers-${cancels}.pem`)
    writeFileSync(trust, provider.trust)
    fixture = await makeFixture({ settings: { ESIGN_TRUST_FILE: trust }, overrides: { esign: provider } })
  })
  afterEach(async () => {
    fixture.travel(undefined)
    expect(await fixture.books()).toEqual([])
  })
  afterAll(() => fixture.close())

  /** A funding that waits for its signature, with agreements that can really be signed. */
  async function waiting(): Promise<Case> {
    const { context } = fixture
    const { lenderId } = await aLender(context, { cash: amount })
    const { loanNumber } = await aLoan(context)
    const loan = await findOfferedLoan(context.db, lenderId, loanNumber)
    if (!loan) throw new Error(`${loanNumber} is not offered`)
    const { loanId, termsVersion } = loan
    const id = context.random.uuid()
    const terms = await buildSnapshot(context, { id, lenderId, amount, loan })
    const kept = await keepRendered(context, paper)
    await perform(context, storeAgreement, {
      actor: { kind: 'lender', lenderId },
      input: {
        id,
        lenderId,
        loanId,
        termsVersion,
        snapshot: { ...terms, platformSigned: false },
        pp: kept,
        ppfp: kept,
      },
    })
    await openAgreement(context, lenderId, id)
    const { docToken: fundingId } = await fund(context, { lenderId, loanId, amount, loanNumber })
    return { lenderId, loanId, loanNumber, fundingId, cancelled: false }
  }

  /** Two fundings, and the clock of the database, which only moves forward. */
  class Walk {
    readonly cases: readonly [Case, Case]
    readonly #ids = Array.from({ length: 4 }, () => fixture.context.random.uuid())
    #minutes = 0

    constructor(cases: readonly [Case, Case]) {
      this.cases = cases
    }

    async take(step: Step): Promise<void> {
      if (step.what === 'wait') this.wait(step.minutes)
      else if (step.what === 'mood') provider.mood = step.mood
      else if (step.what === 'work')
        await Promise.all(Array.from({ length: step.workers }, () => followAll(fixture.context)))
      else if (step.what === 'call back') await this.#callBack(step)
      else await this.#act(step.what, this.cases[step.which])
    }

    wait(minutes: number): void {
      this.#minutes += minutes
      fixture.travel(`${this.#minutes} minutes`)
    }

    async #act(what: 'sign' | 'reject' | 'open the page' | 'cancel the loan', it: Case): Promise<void> {
      const { context } = fixture
      if (what === 'sign') provider.sign(it.fundingId)
      else if (what === 'reject') provider.reject(it.fundingId)
      else if (what === 'open the page') {
        const { id: digiSignId } = await signerOf(context.db, it.lenderId)
        await openSigning(context, it.lenderId, { docToken: it.fundingId, digiSignId }).catch(
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            expect(['SIGNING_ENDED', 'ESIGN_UNAVAILABLE']).toContain(error.code)
          },
        )
      } else {
        const actor = { kind: 'operator', name: 'test' } as const
        await perform(context, cancelLoan, { actor, input: { loanNumber: it.loanNumber } })
        it.cancelled = true
      }
    }

    async #callBack(step: Step & { what: 'call back' }): Promise<void> {
      const it = this.cases[step.which]
      const other = this.cases[step.which === 0 ? 1 : 0]
      const body = Buffer.from(
        JSON.stringify({
          eventId: this.#ids[step.id],
          docToken: `document-of-${step.isMixed ? other.fundingId : it.fundingId}`,
          reference: it.fundingId,
          event: step.event,
          occurredAt: new Date().toISOString(),
        }),
      )
      const timestamp = new Date().toISOString()
      const { ESIGN_CALLBACK_SECRET: secret } = fixture.context.config
      const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
      const send = () => receiveCallback(fixture.context, { body, timestamp, signature }, 'request')
      if (step.during === 0) return send()
      const copies = Array.from({ length: step.during }, send)
      await Promise.all([followAll(fixture.context), ...copies, followAll(fixture.context)])
    }

    /** The provider is well again, and time passes until nothing is left to do. */
    async finish(): Promise<void> {
      provider.mood = 'fine'
      for (const minutes of [20, 20, 60, 700, 31 * 1_440]) {
        this.wait(minutes)
        await followAll(fixture.context)
      }
    }
  }

  const endOf = ({ fundingId, lenderId }: Case) =>
    one<{
      state: string
      signatures: number
      voids: number
      transfers: number
      notices: number
      jobs: number
      open: number
      cash: number
      held: number
    }>(
      fixture.context.db,
      'test.end_of',
      `select f.state,
              (select count(*) from signature where funding_id = f.id) as signatures,
              (select count(*) from void_signature where funding_id = f.id) as voids,
              (select count(*) from transfer where ref = f.id::text) as transfers,
              (select count(*) from notice where lender_id = f.lender_id) as notices,
              (select count(*) from job where payload ->> 'fundingId' = f.id::text and kind = 'signing.follow') as jobs,
              (select count(*) from signing_request where funding_id = f.id and closed_at is null) as open,
              a.balance as cash, a.held
         from funding f join account a on a.kind = 'LENDER_CASH' and a.owner_id = $2
        where f.id = $1`,
      [fundingId, lenderId],
    )

  /** The ends that a funding may have, by what the provider knows of its documents. */
  function endsOf({ fundingId, cancelled }: Case): string[] {
    const unsigned = cancelled ? ['CANCELLED', 'EXPIRED'] : ['EXPIRED']
    const status = provider.of(fundingId)?.status
    const signed = [cancelled ? 'REFUNDED' : 'SETTLED']
    // Without a cancellation, documents can be signed or rejected after the money was released.
    if (status === 'signed') return cancels ? signed : [...signed, ...unsigned]
    if (status === 'rejected') return cancels ? ['REJECTED'] : ['REJECTED', ...unsigned]
    return unsigned
  }

  const given = { SETTLED: 1, REFUNDED: 2 } as Record<string, number>

  test('any order and repetition of signatures, callbacks, faults and cancellations ends each funding once, with the money where its end says', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        fixture.travel(undefined)
        provider.mood = 'fine'
        const walk = new Walk([await waiting(), await waiting()])
        for (const step of steps) await walk.take(step)
        await walk.finish()
        for (const it of walk.cases) {
          const end = await endOf(it)
          const isSigned = provider.of(it.fundingId)?.status === 'signed'
          expect(endsOf(it)).toContain(end.state)
          const transfers = given[end.state] ?? 0
          const voids = isSigned && transfers === 0 ? 1 : 0
          expect(end).toEqual({
            state: end.state,
            signatures: transfers > 0 ? 1 : 0,
            voids,
            transfers,
            notices: (end.state === 'SETTLED' ? 0 : 1) + voids,
            jobs: 0,
            open: 0,
            cash: end.state === 'SETTLED' ? 0 : amount,
            held: 0,
          })
          const kind = voids > 0 ? `${end.state} VOID` : end.state
          seen.set(kind, (seen.get(kind) ?? 0) + 1)
        }
        fixture.travel(undefined)
        expect(await fixture.books()).toEqual([])
      }),
      {
        numRuns: fixture.faults ? 4 : 10,
        examples: everyEnd,
        plugins: [fc.interruptAfterTimeLimit(200_000)],
      },
    )
    const ends = [
      'SETTLED',
      'REFUNDED',
      'REJECTED',
      'EXPIRED',
      'CANCELLED',
      ...(cancels ? [] : ['EXPIRED VOID']),
    ]
    for (const end of ends) expect(seen.get(end) ?? 0, end).toBeGreaterThan(0)
  })
})

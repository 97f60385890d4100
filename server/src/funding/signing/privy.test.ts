import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { privySettings } from '../../outside/esign/privy/testing.ts'
import { one } from '../../platform/db/database.ts'
import { cashOf } from '../../books/index.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLoan } from '../../../testing/people.ts'
import {
  type Funded,
  makeSigningFixture,
  type Opened,
  type SigningFixture,
} from '../../../testing/signing.ts'
import { privyCallbackPath } from './routes.ts'
import { esignCallbackPath } from './send-documents.ts'
import { faulty, followAll, signingState } from '../../../testing/signing-provider.ts'

let fixture: SigningFixture
beforeAll(async () => {
  fixture = await makeSigningFixture(() => ({ ESIGN_PROVIDER: 'privy', ...privySettings }))
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

const open = async ({ lender, funded }: Case): Promise<Opened> => {
  const answer = await fixture.open(lender, funded)
  if (answer.status !== 200) throw new Error(answer.bytes.toString())
  return answer.json as Opened
}

/** Signs all documents, each on its own signing page. */
async function signAll(it: Case, pin?: string): Promise<void> {
  for (let left = 1; left > 0; left -= 1) {
    const { url, furtherDocuments } = await open(it)
    left += left === 1 ? furtherDocuments : 0
    expect((await fixture.sandbox.sign(url, pin)).status).toBe(200)
  }
}

const cash = async ({ lender }: Case): Promise<number> =>
  (await cashOf(fixture.context.db, lender.lenderId)).available

/** Sends a callback as anyone could, because Privy does not sign its callbacks. */
const callBack = (body: unknown) =>
  fixture.app.call('POST', `/${privyCallbackPath}`, typeof body === 'string' ? body : JSON.stringify(body))

const kept = ({ funded }: Case) =>
  one<{ files: number; closed: boolean; voids: number; questions: number }>(
    fixture.context.db,
    'test.kept',
    `select (select count(*) from esign_document where funding_id = r.funding_id) as files,
            closed_at is not null as closed,
            (select count(*) from void_signature v where v.funding_id = r.funding_id) as voids,
            (select count(*) from job where payload ->> 'fundingId' = r.funding_id::text
                                        and payload ->> 'once' is not null) as questions
       from signing_request r where r.funding_id = $1`,
    [funded.docToken],
  )

describe('DOOR-12 signing with Privy', () => {
  test('DOOR-12 a funding at Privy is settled after both agreements are signed one after the other, and both files are stored', async () => {
    const it = await waiting()
    const first = await open(it)
    expect(new URL(first.url).pathname).toBe(`/doc/${first.token}`)
    expect(new URL(first.url).searchParams.get('privyId')).toBe(it.funded.digiSignId)
    expect(first.furtherDocuments).toBe(1)
    await fixture.sandbox.sign(first.url)
    await followAll(fixture.context)
    expect((await signingState(fixture.context, it.funded)).state).toBe('WAITING')
    const second = await open(it)
    expect([second.furtherDocuments, second.token === first.token]).toEqual([0, false])
    await fixture.sandbox.sign(second.url)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
    expect((await fixture.open(it.lender, it.funded)).json.code).toBe('SIGNING_ENDED')
    const { files } = await one<{ files: number }>(
      fixture.context.db,
      'test.signed',
      `select count(*) as files from document where agreement_id = $1 and kind in ('PP_SIGNED', 'PPFP_SIGNED')`,
      [it.funded.docToken],
    )
    expect(files).toBe(2)
  })

  test('DOOR-12 a forged, repeated, early or unknown Privy callback settles nothing', async () => {
    const it = await waiting()
    const { token } = await open(it)
    const forged = { eventName: 'document-signed', data: { docToken: token, documentStatus: 'Completed' } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => callBack(forged)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204))
    expect((await kept(it)).questions).toBe(1)
    fixture.travel('2 seconds')
    await followAll(fixture.context)
    expect(await kept(it)).toMatchObject({ questions: 0, files: 2 })
    expect((await signingState(fixture.context, it.funded)).state).toBe('WAITING')
    expect((await callBack({ data: { docToken: 'f'.repeat(64) } })).status).toBe(204)
    for (const body of ['', 'no JSON', '[]', '{"data":{}}', '{"data":{"docToken":7}}']) {
      expect((await callBack(body)).status, body).toBe(400)
    }
    for (const docToken of ['\0', 'a\0b', '\ud800'])
      expect((await callBack({ data: { docToken } })).status, docToken).toBe(400)
  })

  test('DOOR-12 a genuine Privy callback settles the funding before the next poll', async () => {
    const it = await waiting()
    await open(it)
    await followAll(fixture.context)
    await signAll(it)
    await expect.poll(async () => (await kept(it)).questions).toBe(1)
    fixture.travel('2 seconds')
    await followAll(fixture.context)
    expect((await signingState(fixture.context, it.funded)).state).toBe('SETTLED')
  })

  test('DOOR-12 a funding at Privy is settled by polling when the callback is lost', async () => {
    const it = await waiting()
    await signAll(it, '000002')
    expect((await kept(it)).questions).toBe(0)
    fixture.travel('25 seconds')
    await followAll(fixture.context)
    expect((await signingState(fixture.context, it.funded)).state).toBe('SETTLED')
  })

  test('DOOR-12 with Privy configured, callbacks of the default signature provider are answered 404', async () => {
    expect((await fixture.app.call('POST', `/${esignCallbackPath}`, '{}')).status).toBe(404)
  })

  test('DOOR-12 declining one of the two agreements at Privy rejects the funding and releases the money', async () => {
    const it = await waiting()
    await fixture.sandbox.sign((await open(it)).url)
    await fixture.sandbox.reject((await open(it)).url)
    fixture.travel('25 seconds')
    await followAll(fixture.context)
    expect((await signingState(fixture.context, it.funded)).state).toBe('REJECTED')
    expect(await cash(it)).toBe(amount)
  })
})

describe('DOOR-12 Privy cannot cancel documents', () => {
  test('DOOR-12 the money of an unsigned funding at Privy is released after the time for signing, and a later signature is void', async () => {
    const it = await waiting()
    await fixture.sandbox.sign((await open(it)).url)
    const { url } = await open(it)
    fixture.travel('31 minutes')
    await followAll(fixture.context)
    expect((await signingState(fixture.context, it.funded)).state).toBe('EXPIRED')
    expect(await cash(it)).toBe(amount)
    expect(await kept(it)).toMatchObject({ closed: false, voids: 0 })
    await fixture.sandbox.sign(url, '000002')
    fixture.travel('7 hours')
    await followAll(fixture.context)
    expect(await kept(it)).toMatchObject({ closed: true, voids: 1 })
    expect((await signingState(fixture.context, it.funded)).state).toBe('EXPIRED')
    expect(await cash(it)).toBe(amount)
  })

  test('DOOR-12 an unsigned document at Privy is no longer polled after thirty days', async () => {
    const it = await waiting()
    await open(it)
    fixture.travel('31 minutes')
    await followAll(fixture.context)
    fixture.travel('29 days')
    await followAll(fixture.context)
    expect(await kept(it)).toMatchObject({ closed: false })
    fixture.travel('31 days')
    await followAll(fixture.context)
    expect(await kept(it)).toMatchObject({ closed: true, voids: 0 })
    expect((await signingState(fixture.context, it.funded)).live).toBe(0)
  })
})

describe('DOOR-12 Privy creates new documents for every upload', () => {
  test('DOOR-12 documents are uploaded to Privy once when five windows and the job send them at once', async () => {
    const it = await waiting()
    const [opened] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => open(it))),
      followAll(fixture.context),
    ])
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
    expect((await kept(it)).files).toBe(2)
    await signAll(it)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
  })

  test('DOOR-12 the first upload to Privy is not repeated when the second fails', async () => {
    const it = await waiting()
    const broken = new Error('the process ended')
    const { esign } = fixture.context
    const halfway = {
      ...fixture.context,
      esign: {
        ...esign,
        upload: (input: Parameters<typeof esign.upload>[0]) =>
          esign
            .upload({ ...input, documents: input.documents.slice(0, 1) })
            .then(() => Promise.reject(broken)),
      },
    }
    await followAll(halfway)
    expect((await kept(it)).files).toBe(1)
    const before = await tokenOfMain(it)
    fixture.travel('6 minutes')
    await followAll(fixture.context)
    expect(await tokenOfMain(it)).toBe(before)
    expect((await kept(it)).files).toBe(2)
  })

  test('DOOR-12 an upload to Privy whose answer was lost is repeated, and the funding settled once signed', async () => {
    const it = await waiting()
    fixture.line.loseAnswerTo('document/upload')
    expect((await fixture.open(it.lender, it.funded)).json.code).toBe('ESIGN_UNAVAILABLE')
    await signAll(it)
    expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
  })

  test.each([401, 'away'] as const)(
    'DOOR-12 a reservation is released after the time for signing when every upload to Privy fails with %s',
    async (fault) => {
      const it = await waiting()
      const context = faulty(fixture.context, ['upload'], fault)
      for (const minutes of [1, 10, 31, 45]) {
        fixture.travel(`${minutes} minutes`)
        await followAll(context)
      }
      expect((await signingState(fixture.context, it.funded)).state).toBe('EXPIRED')
      expect(await cash(it)).toBe(amount)
    },
  )

  test('DOOR-12 a reservation is rejected with the reason when Privy refuses its documents', async () => {
    const it = await waiting()
    await followAll(faulty(fixture.context, ['upload'], 422))
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'REJECTED',
      reason: 'CODE_422',
    })
    expect(await cash(it)).toBe(amount)
  })
})

const tokenOfMain = async ({ funded }: Case): Promise<string> =>
  (
    await one<{ token: string }>(
      fixture.context.db,
      'test.main',
      'select token from esign_document where funding_id = $1 order by created_at limit 1',
      [funded.docToken],
    )
  ).token

test('DOOR-12 the operator can set a lender’s PrivyID unless another lender has it or agreements await a signature', async () => {
  const it = await waiting()
  const other = await logIn(fixture, fixture.app, { cash: amount })
  const operator = operatorOn(fixture)
  const phoneOf = async ({ lender }: Pick<Case, 'lender'>): Promise<string> =>
    (
      await one<{ phone: string }>(
        fixture.context.db,
        'test.phone',
        'select phone from lender where id = $1',
        [lender.lenderId],
      )
    ).phone
  const signer = async (lender: Pick<Case, 'lender'>, id: string) =>
    operator(['lenders', 'signer', '--phone', await phoneOf(lender), '--provider', 'PRIVY', '--id', id])
  expect(await signer({ lender: other }, 'SI1234')).toMatchObject({ exit: 0 })
  expect(await signer({ lender: other }, 'SI1234')).toMatchObject({ exit: 0 })
  const waits = await signer(it, 'BU5678')
  expect([waits.exit, waits.err]).toEqual([2, expect.stringContaining('menunggu tanda tangan')])
  await signAll(it)
  expect(await fixture.ended(it.lender, it.funded.docToken)).toBe('SETTLED')
  const taken = await signer(it, 'SI1234')
  expect([taken.exit, taken.err]).toEqual([
    2,
    expect.stringContaining('Pemberi Dana lain menandatangani sebagai SI1234'),
  ])
  expect((await signer(it, 'no name')).exit).toBe(2)

  const funded = await fixture.fund(other, await aLoan(fixture.context), amount)
  expect(funded.digiSignId).toBe('SI1234')
  const { url } = await open({ lender: other, funded })
  expect(new URL(url).searchParams.get('privyId')).toBe('SI1234')
})

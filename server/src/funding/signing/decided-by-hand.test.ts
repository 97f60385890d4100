import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLoan } from '../../../testing/people.ts'
import { type Funded, makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { fileNames } from './send-documents.ts'
import { faulty, followAll, signingState } from '../../../testing/signing-provider.ts'

let fixture: SigningFixture
let folder: string
beforeAll(async () => {
  fixture = await makeSigningFixture()
  folder = await mkdtemp(join(tmpdir(), 'by-hand-'))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 1_000_000
type Case = { lender: LoggedIn; funded: Funded; token: string }

async function waiting(): Promise<Case> {
  const lender = await logIn(fixture, fixture.app, { cash: amount })
  const funded = await fixture.fund(lender, await aLoan(fixture.context), amount)
  const { token } = (await fixture.open(lender, funded)).json
  return { lender, funded, token }
}

const cash = async ({ lender }: Case): Promise<number> =>
  (await lender.get('/lender/summary')).json.cashBalance
const operator = (args: readonly string[], context: Context = fixture.context) =>
  operatorOn({ context })(args)
const voidOf = ({ funded }: Case) =>
  one<{ signatures: number; files: number }>(
    fixture.context.db,
    'test.void',
    `select (select count(*) from void_signature where funding_id = $1) as signatures,
            (select count(*) from document where agreement_id = $1 and kind in ('PP_VOID', 'PPFP_VOID')) as files`,
    [funded.docToken],
  )

const forging = (): Context => ({
  ...fixture.context,
  esign: { ...fixture.context.esign, fetchSigned: async () => Buffer.from('%PDF-1.7 something else') },
})

describe('FIX-10 manual decisions of the operator', () => {
  test('FIX-10 the operator sees a funding whose signed file differs from the shown agreement, and can release it early', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000002')
    for (const minutes of [0, 5, 10, 29]) {
      fixture.travel(`${minutes} minutes`)
      await followAll(forging())
    }
    expect(await signingState(fixture.context, it.funded)).toMatchObject({
      state: 'WAITING',
      stall: 'SIGNATURE_MISMATCH',
      live: 1,
      dead: 0,
    })
    const listed = await operator(['fundings', 'waiting', '--stalled', '--json'])
    expect(listed.exit).toBe(1)
    expect(listed.json.fundings).toMatchObject([
      { id: it.funded.docToken, documents: 'THERE', stall: { reason: 'SIGNATURE_MISMATCH', tries: 4 } },
    ])
    const release = ['fundings', 'release', it.funded.docToken, '--reason', 'another text was signed']
    const refused = await operator(release)
    expect([refused.exit, refused.err]).toEqual([
      2,
      expect.stringContaining('masih mungkin menerima tanda tangan'),
    ])
    const dry = await operator([...release, '--yes', '--dry-run'])
    expect([dry.exit, dry.out]).toEqual([
      0,
      expect.stringContaining('akan menjadi REJECTED: 1000000 dikembalikan'),
    ])
    expect((await operator([...release, '--yes', '--json'])).json).toEqual({ state: 'REJECTED', amount })
    fixture.travel(undefined)
    expect(await cash(it)).toBe(amount)
    const { detail } = await one<{ detail: { note: string; reason: string } }>(
      fixture.context.db,
      'test.audited',
      `select detail from audit_event where operation = 'releaseFunding' and subject = $1 order by at desc limit 1`,
      [`funding:${it.funded.docToken}`],
    )
    expect(detail).toMatchObject({ note: 'another text was signed', reason: 'OPERATOR' })

    // The job continues until the provider has returned its files, and stores them as void.
    fixture.travel('800 minutes')
    await followAll(forging())
    expect(await voidOf(it)).toEqual({ signatures: 1, files: 2 })
    fixture.travel(undefined)
    expect(await cash(it)).toBe(amount)
    const messages = (await it.lender.get('/notices')).json.list.map((one: { title: string }) => one.title)
    expect(messages).toEqual(['Tanda tangan tidak berlaku', 'Pendanaan dibatalkan'])
  })

  test('FIX-10 cancelling the agreement of a reservation released early is retried until the provider confirms it', async () => {
    const it = await waiting()
    const broken = faulty(fixture.context, ['status', 'cancel'], 'away')
    const result = await operator(['fundings', 'release', it.funded.docToken, '--reason', 'x', '--yes'])
    expect(result).toMatchObject({ exit: 0 })
    await followAll(broken)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'REJECTED', live: 1 })
    const listed = await operator(['fundings', 'waiting', '--json'])
    expect(listed.json.fundings).toMatchObject([{ id: it.funded.docToken, state: 'REJECTED' }])
    fixture.travel('1 minute')
    await followAll(fixture.context)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ live: 0, stall: null })
    expect((await fixture.sandbox.sign(it.token)).status).toBe(410)
    expect((await operator(['fundings', 'waiting', '--json'])).json.fundings).toEqual([])
    expect(await voidOf(it)).toEqual({ signatures: 0, files: 0 })
  })

  test('FIX-10 a signature after the release of a reservation is stored as void, and the lender notified', async () => {
    const it = await waiting()
    await operator(['fundings', 'release', it.funded.docToken, '--reason', 'x', '--yes'])
    await fixture.sandbox.sign(it.token, '000002')
    await followAll(fixture.context)
    expect(await voidOf(it)).toEqual({ signatures: 1, files: 2 })
    expect(await cash(it)).toBe(amount)
    const shown = await operator(['fundings', 'show', it.funded.docToken])
    expect(shown.out).toContain('setelah berakhir: tidak berlaku, berkasnya disimpan')
    await followAll(fixture.context)
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'REJECTED', live: 0 })
  })

  test('FIX-10 an operator can settle a funding with supplied files only if they extend the shown documents', async () => {
    const it = await waiting()
    await fixture.sandbox.sign(it.token, '000002')
    await followAll(faulty(fixture.context, ['fetchSigned'], 404))
    const { token } = await one<{ token: string }>(
      fixture.context.db,
      'test.token',
      'select provider_token as token from signing_request where funding_id = $1',
      [it.funded.docToken],
    )
    const paths = { pp: join(folder, 'pp.pdf'), ppfp: join(folder, 'ppfp.pdf') }
    await writeFile(paths.pp, await fixture.context.esign.fetchSigned(token, fileNames.PP))
    await writeFile(paths.ppfp, await fixture.context.esign.fetchSigned(token, fileNames.PPFP))
    const settle = (pp: string, ppfp: string) => [
      ...['fundings', 'settle', it.funded.docToken, '--pp', pp, '--ppfp', ppfp],
      ...['--signed-at', new Date().toISOString(), '--reason', 'files by e-mail'],
    ]
    const swapped = await operator([...settle(paths.ppfp, paths.pp), '--yes'])
    expect([swapped.exit, swapped.err]).toEqual([2, expect.stringContaining('is not the one that was shown')])
    expect(await operator(settle(paths.pp, paths.ppfp))).toMatchObject({ exit: 2 })
    const dry = await operator([...settle(paths.pp, paths.ppfp), '--dry-run'])
    expect([dry.exit, dry.out]).toEqual([0, expect.stringContaining('akan menjadi SETTLED')])
    const done = await operator([...settle(paths.pp, paths.ppfp), '--yes', '--json'])
    expect(done.json).toEqual({ state: 'SETTLED', amount })
    await fixture.drain()
    expect(await signingState(fixture.context, it.funded)).toMatchObject({ state: 'SETTLED' })
    const again = await operator([...settle(paths.pp, paths.ppfp), '--yes'])
    expect([again.exit, again.err]).toEqual([2, expect.stringContaining('tidak menunggu')])
  })
})

import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SandboxProcess, startSandbox } from '../../outside/testing/sandbox-process.ts'
import { jobs as documentJobs } from '../agreements/jobs.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeSigner } from '../../lenders/testing.ts'
import { signingJobs } from '../../funding/testing.ts'
import { followAll } from '../../../testing/signing-provider.ts'
import { readAgreements } from '../../../testing/agreements.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { givePassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { aFolder, anS3, type TestPlace } from './testing/places.ts'
import { openDocumentContents } from './open.ts'

const apiKey = 'key of the tests of documents outside'
let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await startSandbox({ XIGNATURE_API_KEY: apiKey })
})
afterAll(() => sandbox.stop())

type Stored = { kind: string; inRow: boolean; place: string | null; sha256: Buffer }

const modes: ['database' | 'folder' | 's3', () => Promise<TestPlace | null>][] = [
  ['database', () => Promise.resolve(null)],
  ['folder', aFolder],
  ['s3', anS3],
]

describe.each(modes)('with documents stored in: %s', (mode, open) => {
  let place: TestPlace | null
  let fixture: Fixture
  let app: TestApp
  const lines: string[] = []

  beforeAll(async () => {
    place = await open()
    fixture = await makeFixture({
      settings: {
        XIGNATURE_BASE_URL: sandbox.baseUrl,
        XIGNATURE_API_KEY: apiKey,
        ESIGN_TRUST_FILE: sandbox.trust.signers,
        DOCUMENT_STORE: mode,
        ...place?.settings,
      },
    })
    const { context } = fixture
    context.contents = openDocumentContents(context.config, {
      log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
      metrics: context.metrics,
    })
    app = await startApp(fixture)
  })
  afterEach(async () => expect(await fixture.books()).toEqual([]))
  afterAll(async () => {
    await app.close()
    await fixture.close()
    await place?.close()
  })

  async function aSigner(): Promise<LoggedIn> {
    const lender = await logIn(fixture, app, { cash: 3_000_000 })
    const actor = { kind: 'operator', name: 'test' } as const
    const input = { lenderId: lender.lenderId, dgsignType: 'XIGNATURE' } as const
    await perform(fixture.context, storeSigner, { actor, input })
    return lender
  }
  const storedOf = ({ lenderId }: LoggedIn) =>
    many<Stored>(
      fixture.context.db,
      'test.stored',
      `select d.kind, d.bytes is not null as "inRow", p.place, d.sha256 from document d
         left join document_place p on p.sha256 = d.sha256 where d.lender_id = $1 order by d.kind`,
      [lenderId],
    )
  const rowOf = async (lender: LoggedIn) => (await lender.get('/portfolio')).json.list[0]
  const download = (lender: LoggedIn, document_url: string) =>
    lender.post('/documents/download', { document_url })
  async function funded(lender: LoggedIn) {
    const loan = await aLoan(fixture.context)
    await readAgreements(lender, { ...loan, amount: 500_000 })
    await givePassword(lender)
    const { status } = await lender.pay('/funding', { loanInfo: [{ loanId: loan.loanId, amount: 500_000 }] })
    expect(status).toBe(200)
    return loan
  }

  test('a lender reads and signs an agreement, and downloads its signed files and the factsheet', async () => {
    const lender = await aSigner()
    await funded(lender)
    const waiting = await rowOf(lender)
    const shown = await download(lender, waiting.xignaturePpUrl)
    await runAllJobs(fixture.context, { ...signingJobs(fixture.context), ...documentJobs(fixture.context) })
    const { isSigned, xignaturePpUrl, xignaturePpfpUrl, factsheetUrl } = await rowOf(lender)
    expect(isSigned).toBe(true)
    const signed = await download(lender, xignaturePpUrl)
    expect(signed.bytes.subarray(0, shown.bytes.length).equals(shown.bytes)).toBe(true)
    expect(signed.bytes.length).toBeGreaterThan(shown.bytes.length)
    for (const url of [xignaturePpfpUrl, factsheetUrl]) {
      const { status, bytes } = await download(lender, url)
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    }
    const stored = await storedOf(lender)
    expect(stored.map(({ kind }) => kind)).toEqual(['PP', 'PPFP', 'PPFP_SIGNED', 'PP_SIGNED'])
    const where = { database: null, folder: 'FOLDER', s3: 'S3' }[mode]
    for (const one of stored) {
      expect(one).toMatchObject({ inRow: mode === 'database', place: where })
      if (place) expect(place.bytesOf(one.sha256)?.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(await factsheetsIn(fixture, mode === 'database')).toBeGreaterThan(0)
  })

  if (mode === 'database') return

  test('requests for documents are answered with 503 while the store is unreachable, and succeed once it is reachable again', async () => {
    const lender = await aSigner()
    await funded(lender)
    const { xignaturePpUrl } = await rowOf(lender)
    const loan = await aLoan(fixture.context)
    const ask = { loanNumber: loan.loanNumber, amount: 500_000, lenderUserId: lender.lenderId }
    place?.leave()
    try {
      const read = await download(lender, xignaturePpUrl)
      expect([read.status, read.json.code]).toEqual([503, 'DOCUMENT_UNAVAILABLE'])
      expect(read.headers.get('retry-after')).toBe('5')
      const made = await lender.post('/funding/agreement', ask)
      expect([made.status, made.json.code]).toEqual([503, 'DOCUMENT_UNAVAILABLE'])
      expect(lines.at(-1)).toContain('store is not reachable')
      await followAll(fixture.context)
      expect((await rowOf(lender)).isSigned).toBe(false)
      expect(await storedOf(lender)).toHaveLength(2)
      expect(await fixture.context.metrics.text()).toMatch(/document_store_unavailable_total\S* [1-9]/)
    } finally {
      place?.comeBack()
    }
    expect((await download(lender, xignaturePpUrl)).status).toBe(200)
    expect((await lender.post('/funding/agreement', ask)).status).toBe(200)
    fixture.travel('5 minutes')
    await followAll(fixture.context)
    fixture.travel(undefined)
    expect((await rowOf(lender)).isSigned).toBe(true)
  })

  test.each([
    ['other bytes of the same length', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x')],
    ['one byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['one byte less', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['no bytes', () => null],
  ] as const)(
    'a download is answered with 503 if the store has %s in place of the document',
    async (_, damage) => {
      const lender = await aSigner()
      await funded(lender)
      const { xignaturePpUrl } = await rowOf(lender)
      const pp = (await storedOf(lender)).find(({ kind }) => kind === 'PP')
      const whole = place?.bytesOf(pp?.sha256 as Buffer) as Buffer
      place?.damage(pp?.sha256 as Buffer, damage(whole))
      const read = await download(lender, xignaturePpUrl)
      expect([read.status, read.json.code]).toEqual([503, 'DOCUMENT_UNAVAILABLE'])
      expect(lines.at(-1)).toContain('not the one that was kept')
      expect(await fixture.context.metrics.text()).toMatch(/document_store_wrong_total\S* [1-9]/)
      place?.damage(pp?.sha256 as Buffer, whole)
      expect((await download(lender, xignaturePpUrl)).bytes).toEqual(whole)
    },
  )
})

const factsheetsIn = async (fixture: Fixture, inRow: boolean): Promise<number> =>
  (
    await many(
      fixture.context.db,
      'test.factsheets_in',
      'select id from factsheet where (bytes is not null) = $1',
      [inRow],
    )
  ).length

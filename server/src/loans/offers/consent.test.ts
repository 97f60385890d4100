import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { agreementText, canonicalText } from '../../documents/testing.ts'
import { buildSnapshot, findOfferedLoan } from '../../funding/testing.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { publishProduct, uploadProduct } from '../products/index.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { EXAMPLE_CONSENT, EXAMPLE_LOAN, fileWith } from './csv/example-loan.ts'
import { checkLoanFile, hashLoan, importLoanFile, NO_CONSENT, publishLoans } from './index.ts'

let fixture: Fixture
let production: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
  production = await makeFixture({ settings: { NODE_ENV: 'production' } })
})
afterAll(() => Promise.all([fixture.close(), production.close()]))
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const bytes = (file: string) => Readable.from([Buffer.from(file)])

async function load(file: string) {
  const reasons: [dry: string[], earnest: string[]] = [[], []]
  const told = await checkLoanFile(fixture.context, bytes(file), {
    onRefused: ({ line, reason }) => reasons[0].push(`${line}: ${reason}`),
  })
  const done = await importLoanFile(fixture.context, bytes(file), {
    actor: { kind: 'operator', name: 'test' },
    onRefused: ({ line, reason }) => reasons[1].push(`${line}: ${reason}`),
  })
  expect(told).toMatchObject(done)
  return { ...done, dry: reasons[0].toSorted(), reasons: reasons[1].toSorted() }
}

const ppOf = async (loanNumber: string) => {
  const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
  const loan = await findOfferedLoan(fixture.context.db, lenderId, loanNumber)
  if (!loan) throw new Error(`${loanNumber} is not offered`)
  const { context } = fixture
  return buildSnapshot(context, { id: context.random.uuid(), lenderId, amount: 1_000_000, loan })
}

test('FIX-06 the PP agreement names the borrower’s consent with its reference, provider, time and hash', async () => {
  const { loanNumber } = await aLoan(fixture.context, {
    ...EXAMPLE_CONSENT,
    consentReference: 'KON-IN-PP',
    consentAt: '2026-05-28T03:15:30.000Z',
  })
  const text = canonicalText(agreementText('pp', await ppOf(loanNumber)))
  for (const part of [
    `telah menyetujui pinjaman Nomor ${loanNumber} secara elektronik`,
    'Nomor rujukan: KON-IN-PP',
    'Penyedia bukti: Tanda Tangan Contoh',
    'Waktu persetujuan: 28 Mei 2026 10.15 WIB',
    `Sidik jari SHA-256: ${EXAMPLE_CONSENT.consentHash}`,
  ])
    expect(text).toContain(part)
})

test('FIX-06 the PP agreement of a loan without a borrower consent mentions none', async () => {
  const { loanNumber } = await aLoan(fixture.context, NO_CONSENT)
  const text = canonicalText(agreementText('pp', await ppOf(loanNumber)))
  expect(text).toContain('tidak memuat bukti persetujuan elektronik Penerima Dana')
  expect(text).not.toMatch(/telah menyetujui|Nomor rujukan/)
})

test('FIX-06 a second loan with the same borrower consent is rejected, within a file, across files and in a dry run', async () => {
  const first = { loanNumber: 'CONSENT-1', ...EXAMPLE_CONSENT }
  expect(await load(fileWith(first, { ...first, loanNumber: 'CONSENT-2' }))).toMatchObject({
    imported: 1,
    refused: 1,
    dry: ['4: consent_reference KON-2026-000123 sudah disebut baris sebelumnya'],
    reasons: ['4: consent_reference KON-2026-000123 adalah persetujuan atas pinjaman CONSENT-1'],
  })
  const reason = '2: consent_reference KON-2026-000123 adalah persetujuan atas pinjaman CONSENT-1'
  expect(await load(fileWith({ ...first, loanNumber: 'CONSENT-3' }))).toMatchObject({
    imported: 0,
    dry: [reason],
    reasons: [reason],
  })
  expect(
    await load(fileWith({ ...first, loanNumber: 'CONSENT-3', consentProvider: 'Penyedia Lain' })),
  ).toMatchObject({ imported: 1 })
  expect(await load(fileWith(first))).toMatchObject({ imported: 0, known: 1, refused: 0 })
})

test('FIX-06 two concurrent imports accept a borrower consent for one loan only', async () => {
  for (let round = 0; round < 5; round += 1) {
    const consent = { ...EXAMPLE_CONSENT, consentReference: `RACE-${round}` }
    const file = (loanNumber: string) => bytes(fileWith({ ...consent, loanNumber }))
    const reports = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        importLoanFile(fixture.context, file(`RACE-CONSENT-${name}-${round}`), {
          actor: { kind: 'operator', name: 'test' },
        }),
      ),
    )
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(1)
    expect(reports.reduce((sum, { refused }) => sum + refused, 0)).toBe(2)
  }
})

test('FIX-06 a borrower consent dated in the future is rejected, and one of this minute accepted', async () => {
  const now = fixture.context.clock.now().getTime()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const offer = { offerFrom: at(0).slice(0, 10), offerUntil: at(60 * 24 * 30).slice(0, 10) }
  const loan = { ...offer, ...EXAMPLE_CONSENT }
  const file = fileWith(
    { ...loan, loanNumber: 'NOW-1', consentReference: 'NOW-1', consentAt: at(0) },
    { ...loan, loanNumber: 'NOW-2', consentReference: 'NOW-2', consentAt: at(10) },
  )
  const reason = `4: consent_at ${at(10)} di masa depan`
  expect(await load(file)).toMatchObject({ imported: 1, refused: 1, dry: [reason], reasons: [reason] })
})

test('FIX-06 the database rejects any change of the borrower consent of a published loan', async () => {
  const { loanId } = await aLoan(fixture.context)
  const change = (set: string) =>
    one(fixture.context.db, 'test.change', `update loan set ${set} where id = $1 returning id`, [loanId])
  await expect(change(`consent_reference = 'KON-OTHER'`)).rejects.toThrow(
    'a loan that is published keeps its terms',
  )
  await expect(
    change('consent_reference = null, consent_provider = null, consent_at = null, consent_sha256 = null'),
  ).rejects.toThrow('a loan that is published keeps its terms')
})

test('FIX-06 production does not publish a loan without borrower consent, alone or in a product', async () => {
  const { context } = production
  const actor = operator
  const { loanNumber } = await aDraftLoan(context, NO_CONSENT)
  const agreed = await aDraftLoan(context)
  const publish = (loanNumbers: string[] | 'all') =>
    perform(context, publishLoans, { actor, input: { loanNumbers } })
  const refused = { loanNumber, status: 'DRAFT', ofProduct: false, withoutConsent: true }
  expect(await publish([loanNumber, agreed.loanNumber])).toEqual({ published: 1, notOffered: [refused] })
  expect(await publish('all')).toEqual({ published: 0, notOffered: [refused] })
  await perform(context, uploadProduct, {
    actor,
    input: {
      number: 'PRD-1',
      partnerName: 'Koperasi Contoh',
      lines: [{ line: 2, loan: { ...EXAMPLE_LOAN, loanNumber: 'PRD-1-1' } }],
      allOrNothing: true,
    },
  })
  await expect(perform(context, publishProduct, { actor, input: { number: 'PRD-1' } })).rejects.toThrow(
    'diimpor tanpa persetujuan Penerima Dana, yang pertama PRD-1-1',
  )
})

test('FIX-06 a loan without borrower consent has the same hash as before consents existed', () => {
  const {
    consentReference: _1,
    consentProvider: _2,
    consentAt: _3,
    consentHash: _4,
    ...before
  } = EXAMPLE_LOAN
  expect(hashLoan(EXAMPLE_LOAN)).toBe(hashLoan(before as typeof EXAMPLE_LOAN))
  expect(hashLoan({ ...EXAMPLE_LOAN, ...EXAMPLE_CONSENT })).not.toBe(hashLoan(EXAMPLE_LOAN))
})

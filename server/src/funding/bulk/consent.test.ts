import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobQueues } from '../../main/testing.ts'
import { type AgreementSnapshot, openCertificate, renderAgreement, sha256 } from '../../documents/index.ts'
import { type AgreementTerms, snapshotOf, termsOfLoans } from '../single/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { type JobHandler, runDueJobs } from '../../platform/jobs/worker.ts'
import { disburseMany, recordRepayments } from '../../loans/index.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { damage } from '../../../testing/damage.ts'
import type { LoggedIn } from '../../../testing/http.ts'
import { jobs as bulkFundingJobs } from './jobs.ts'
import { type BulkFixture, makeBulkFixture } from './testing/fixture.ts'

let fixture: BulkFixture
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeBulkFixture()
})
beforeEach(async () => {
  lender = await fixture.bulkLender(100_000_000)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

type Line = {
  loanId: number
  fundingId: string
  amount: number
  loan: Buffer
  pp: Buffer | null
  ppfp: Buffer | null
}
type Consent = { terms: AgreementTerms; text: string; hash: Buffer; lines: Line[] }

async function consentOf(number: string): Promise<Consent> {
  const { db } = fixture.context
  const kept = await one<Omit<Consent, 'lines'> & { id: string }>(
    db,
    'test.consent',
    'select id, terms, terms::text as text, manifest_sha256 as hash from bulk_funding where number = $1',
    [number],
  )
  const lines = await many<Line>(
    db,
    'test.lines',
    `select loan_id as "loanId", funding_id as "fundingId", amount, loan_sha256 as loan, pp_sha256 as pp,
            ppfp_sha256 as ppfp from bulk_funding_loan where bulk_id = $1`,
    [kept.id],
  )
  return { ...kept, lines: lines.toSorted((a, b) => a.loanId - b.loanId) }
}

const download = async (url: string) =>
  (await lender.post('/documents/download', { document_url: url })).bytes

test('BLK-03 the consent hash of a bulk funding covers the terms and one line for each loan', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000, 3_000_000])
  const { json } = await fixture.submit(lender, product)
  const { text, hash, lines } = await consentOf(json.bulkFundingNumber)
  const manifest = [
    text,
    ...lines.map(({ loanId, fundingId, amount, loan, pp, ppfp }) =>
      [loanId, fundingId, amount, loan.toString('hex'), pp?.toString('hex'), ppfp?.toString('hex')]
        .filter((part) => part !== undefined)
        .join('|'),
    ),
  ].join('\n')
  expect(createHash('sha256').update(manifest).digest()).toEqual(hash)
  expect(lines.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    1_000_000, 2_000_000, 3_000_000,
  ])
  await expect(
    fixture.context.db.query({
      text: `update bulk_funding set terms = '{}' where number = $1`,
      values: [json.bulkFundingNumber],
    }),
  ).rejects.toThrow('what was consented to')
  await fixture.drain()
})

test('BLK-03 I31 an agreement shown before the consent to a bulk funding is byte for byte that of the funding', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const [looked, unseen] = product.loans
  if (!looked || !unseen) throw new Error('no loans')
  const prepared = await lender.post('/funding/agreement', {
    loanNumber: looked.loanNumber,
    lenderUserId: lender.lenderId,
    amount: looked.amount,
  })
  expect(prepared.status).toBe(200)
  const shown = [await download(prepared.json.PP_filepath), await download(prepared.json.PPFP_filepath)]
  const { json } = await fixture.submit(lender, product)
  await fixture.drain()

  const { terms, lines } = await consentOf(json.bulkFundingNumber)
  const [seenLine, otherLine] = [looked, unseen].map(({ loanId }) =>
    lines.find((line) => line.loanId === loanId),
  )
  expect([seenLine?.pp, seenLine?.ppfp]).toEqual(shown.map(sha256))
  expect([otherLine?.pp, otherLine?.ppfp]).toEqual([null, null])
  const portfolio = await lender.get('/portfolio')
  expect(portfolio.status, portfolio.bytes.toString()).toBe(200)
  const { list } = portfolio.json
  const rowOf = (loanNumber: string) =>
    list.find((row: { loanNumber: string }) => row.loanNumber === loanNumber)
  for (const { loanNumber } of product.loans)
    expect(rowOf(loanNumber)).toMatchObject({
      isSigned: true,
      dgsignType: 'XIGNATURE',
      docTokenUrl: null,
      statusName: 'FUNDED',
    })
  const files = async (loanNumber: string) => [
    await download(rowOf(loanNumber).xignaturePpUrl),
    await download(rowOf(loanNumber).xignaturePpfpUrl),
  ]
  expect(await files(looked.loanNumber)).toEqual(shown)
  // Rendering again from the stored manifest gives the same documents.
  const loan = (await termsOfLoans(fixture.context.db, [unseen.loanId])).get(unseen.loanId)
  if (!loan) throw new Error('no terms')
  const snapshot: AgreementSnapshot = snapshotOf(terms, {
    id: otherLine?.fundingId ?? '',
    amount: unseen.amount,
    loan,
  })
  const certificate = openCertificate(fixture.context.certificate())
  expect(await files(unseen.loanNumber)).toEqual([
    renderAgreement('pp', snapshot, certificate).bytes,
    renderAgreement('ppfp', snapshot, certificate).bytes,
  ])
})

test('POR-05 loans funded in bulk are disbursed and repaid like any other', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000], { tenor: 2, interestType: 'FLAT' })
  await fixture.submit(lender, product)
  await fixture.drain()
  const actor = { kind: 'operator', name: 'test' } as const
  const { today } = await one<{ today: string }>(
    fixture.context.db,
    'test.bulk_today',
    'select business_day(app_now()) as today',
  )
  const numbers = product.loans.map(({ loanNumber }) => loanNumber)
  const paidOut = await disburseMany(
    fixture.context,
    actor,
    numbers.map((loanNumber) => ({ loanNumber, disbursedOn: today })),
  )
  expect(paidOut.every((outcome) => 'answer' in outcome)).toBe(true)
  const outcomes = await recordRepayments(
    fixture.context,
    actor,
    numbers.map((loanNumber) => ({
      loanNumber,
      reference: `R-${loanNumber}`,
      paidOn: today,
      amount: 100_000,
    })),
  )
  expect(outcomes.every((outcome) => 'answer' in outcome)).toBe(true)
  expect((await fixture.cash(lender)).available).toBeGreaterThan(97_100_000)
})

test('TRX-02 the transaction history shows a bulk funding as one movement with a report', async () => {
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  const { json } = await fixture.submit(lender, product)
  const funding = async () => (await lender.get('/transactions?type=2')).json.list
  const movement = {
    typeName: 'Funding',
    transactionNumber: json.bulkFundingNumber,
    amount: -3_000_000,
    isDownloadable: true,
    isGivenBack: false,
    isOpening: false,
  }
  expect(await funding()).toMatchObject([{ ...movement, status: 'In Progress' }])
  await fixture.drain()
  expect(await funding()).toMatchObject([{ ...movement, status: 'Success' }])
})

test('an agreement of a bulk funding that fails to render does not block the others and is rendered later', async () => {
  const { db, log } = fixture.context
  const product = await aProduct(fixture.context, [1_000_000, 2_000_000])
  await fixture.submit(lender, product)
  const funding = { 'bulk.fund': bulkFundingJobs(fixture.context)['bulk.fund'] as JobHandler }
  const funded = () =>
    many<{ id: string }>(
      db,
      'test.funded',
      `select funding_id as id from bulk_funding_loan where lender_id = $1 and state = 'FUNDED' order by loan_id`,
      [lender.lenderId],
    )
  // On a busy machine the first try of the job may fund nothing.
  await expect
    .poll(async () => {
      await runDueJobs(db, jobQueues, funding, log)
      return (await funded()).length
    })
    .toBe(2)
  const [first] = await funded()
  const date = (expression: string) =>
    damage(
      fixture,
      `update agreement set snapshot = jsonb_set(snapshot, '{preparedAt}', ${expression}) where id = $1`,
      [first?.id],
    )
  await date(`'"no date"'`)
  await fixture.drain()
  const printed = async () =>
    (await fixture.fundingsOf(lender)).map(({ documents }) => documents).toSorted((a, b) => a - b)
  expect(await printed()).toEqual([0, 2])
  await date(`(select b.terms -> 'preparedAt' from bulk_funding b where b.lender_id = agreement.lender_id)`)
  fixture.travel('1 minute')
  await fixture.drain()
  fixture.travel(undefined)
  expect(await printed()).toEqual([2, 2])
})

import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { downloadDocument, sampleSnapshot } from '../../documents/testing.ts'
import { one } from '../../platform/db/database.ts'
import { listPortfolio } from '../../reports/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { takeOverLoan } from '../../loans/testing.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { storeAgreementCopy } from './agreement-copy.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const actor = { kind: 'operator', name: 'test' } as const
/** The penalty of the loans of this file under the default settings. */
const penalty = { dailyFraction: 0.001, maximumFraction: 1 }
const reference = 'ARSIP/KOPI/1'

test('POR-05 an archived agreement is attached to its funding once, and readable only by its lender', async () => {
  const { context } = fixture
  const { phone, lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aDraftLoan(context, { offerFrom: '2025-01-01', offerUntil: '2025-01-31' })
  const agreement = { reference, sha256: createHash('sha256').update(reference).digest('hex') }
  const parts = [{ lenderPhone: phone, amount: 10_000_000, signedOn: '2025-01-31', agreement }]
  await perform(context, takeOverLoan, { actor, input: { loanNumber, parts } })
  const copied = await context.contents.keep(Buffer.from('%PDF-1.7 a copy'))
  const keep = (agreementNumber: string, amount: number) =>
    perform(context, storeAgreementCopy, {
      actor,
      input: {
        snapshot: sampleSnapshot({ agreementNumber, amount, penalty }),
        kept: copied,
        pages: 1,
      },
    })
  await expect(keep('ARSIP/KOPI/2', 10_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(keep(reference, 9_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const both = await Promise.all([keep(reference, 10_000_000), keep(reference, 10_000_000)])
  expect(both.filter(({ kept }) => kept)).toHaveLength(1)
  const kept = await one(
    context.db,
    'test.copy',
    `select d.lender_id as "lenderId", d.kind, a.signature_page as page, d.bytes from document d
       join agreement a on a.id = d.agreement_id join archived_agreement g on g.funding_id = a.id`,
  )
  expect(kept).toEqual({ lenderId, kind: 'PP', page: null, bytes: Buffer.from('%PDF-1.7 a copy') })
})

test('FIX-03 a lender can read both archived agreements of a taken-over funding', async () => {
  const { context } = fixture
  const { phone, lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aDraftLoan(context, { offerFrom: '2025-01-01', offerUntil: '2025-01-31' })
  const both = { reference: 'ARSIP/KOPI/3', sha256: 'cd'.repeat(32) }
  const parts = [{ lenderPhone: phone, amount: 10_000_000, signedOn: '2025-01-31', agreement: both }]
  await perform(context, takeOverLoan, { actor, input: { loanNumber, parts } })
  const copy = async (text: string) => ({
    kept: await context.contents.keep(Buffer.from(`%PDF-1.7 ${text}`)),
    pages: 1,
  })
  await perform(context, storeAgreementCopy, {
    actor,
    input: {
      snapshot: sampleSnapshot({ agreementNumber: both.reference, amount: 10_000_000, penalty }),
      ...(await copy('pp')),
      ppfp: await copy('ppfp'),
    },
  })
  const { list } = await listPortfolio(context, lenderId, { page: 1, limit: 10 })
  const [row] = list
  for (const [url, text] of [
    [row?.xignaturePpUrl, 'pp'],
    [row?.xignaturePpfpUrl, 'ppfp'],
  ] as const) {
    const file = await downloadDocument(context, lenderId, url ?? '', { requestId: 'test' })
    expect(file).toMatchObject({ bytes: Buffer.from(`%PDF-1.7 ${text}`) })
    await expect(
      downloadDocument(context, lenderId + 1, url ?? '', { requestId: 'test' }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect(row?.lenderAgreementUrl).toBe(row?.xignaturePpUrl)
})

import { expect, test } from 'vitest'
import { listNotices } from '../../lenders/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, counts } = operatorAtWork()

type Days = { until: string; first: string; next: string; late: string; version: number }
const daysOf = (loanId: number) =>
  one<Days>(
    fixture().context.db,
    'test.days',
    `select p.offer_until as until, l.offer_until as first, p.offer_until + 10 as next, p.offer_until + 91 as late,
            p.terms_version as version
       from loan_position p join loan l on l.id = p.loan_id where l.id = $1`,
    [loanId],
  )
const extend = (loan: string, until: string, ...more: string[]) =>
  operator(['--json', 'offers', 'extend', '--loan', loan, '--until', until, ...more])

test('FIX-18 `offers extend` moves the last day of a loan’s offer, records the decision and notifies its lenders', async () => {
  const { context } = fixture()
  const loan = await aLoan(context)
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  const { fundingId } = await reserveFunding(context, { lenderId, ...loan, amount: 1_000_000 })
  await signFunding(context, fundingId)
  const before = await daysOf(loan.loanId)
  const unconfirmed = await extend(loan.loanNumber, before.next)
  expect(unconfirmed).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/1 Pemberi Dana menyetujui.*--yes/),
  })
  const [rows, dry] = [await counts(), await extend(loan.loanNumber, before.next, '--yes', '--dry-run')]
  expect(dry).toMatchObject({ exit: 0, json: { extendedUntil: before.next, lenders: 1, dryRun: true } })
  expect(await counts()).toEqual(rows)
  expect(await daysOf(loan.loanId)).toEqual(before)
  expect(await extend(loan.loanNumber, before.next, '--yes')).toMatchObject({
    exit: 0,
    json: { offerUntil: before.until, extendedUntil: before.next, lenders: 1 },
  })
  const after = await daysOf(loan.loanId)
  expect(after.until).toBe(before.next)
  // Agreements that were generated but not signed are now outdated, since they state the old terms.
  expect(after.version).toBeGreaterThan(before.version)
  const [notice] = (await listNotices(context, lenderId)).list
  expect(notice?.title).toBe('Masa pendanaan diperpanjang')
  const kept = await many(
    context.db,
    'test.kept',
    'select decision, extended_until as until, funded from offer_end where loan_id = $1',
    [loan.loanId],
  )
  expect(kept).toEqual([{ decision: 'EXTENDED_BY_OPERATOR', until: before.next, funded: 1_000_000 }])
  expect((await operator(['loans', 'show', loan.loanNumber])).out).toContain(before.next)
})

test('FIX-18 `offers extend` refuses a day that is not later or is too late, and a loan without an offer', async () => {
  const { context } = fixture()
  const loan = await aLoan(context)
  const { until, late, next } = await daysOf(loan.loanId)
  expect((await extend(loan.loanNumber, until)).err).toContain('sudah sampai')
  expect((await extend(loan.loanNumber, '2001-01-01')).err).toContain('sudah sampai')
  expect((await extend(loan.loanNumber, late)).err).toContain('terlalu lama')
  expect((await extend('NO-LOAN', next)).err).toContain('Tidak ada pinjaman NO-LOAN')
  expect((await extend(loan.loanNumber, 'tomorrow')).exit).toBe(2)
  await operator(['loans', 'cancel', loan.loanNumber])
  expect(await extend(loan.loanNumber, next)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('statusnya CANCELLED'),
  })
})

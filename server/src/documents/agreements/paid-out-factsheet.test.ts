import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { groupThousands } from '@pematang/contract/format/index'
import { jobs as documentJobs } from './jobs.ts'
import { renewFactsheet } from './factsheet.ts'
import { readPdf } from '../pdf/read-pdf.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const newestText = async (loanId: number): Promise<string> => {
  const { bytes } = await one<{ bytes: Buffer }>(
    fixture.context.db,
    'test.factsheet',
    'select bytes from factsheet where loan_id = $1 order by version desc limit 1',
    [loanId],
  )
  return (await readPdf(bytes)).map(({ text }) => text).join(' ')
}

test('VAL-04 the factsheet of a loan that is paid out shows the installments that the ledger asks of its lenders together', async () => {
  const { context } = fixture
  // Each lender's interest of a month is rounded up from 5.5 rupiah, so that three are one or two more than the whole.
  const terms = { interestType: 'FLAT', interest: '0.1', tenor: 12, tenorPeriod: 'MONTH' } as const
  const { loanId, loanNumber } = await aDisbursedLoan(context, [600_060, 600_060, 600_060], {
    ...terms,
    disbursedOn: '2026-01-31',
  })
  await runAllJobs(context, documentJobs(context))
  const asked = await many<{ due: number }>(
    context.db,
    'test.asked',
    'select principal + interest as due from installment where loan_id = $1 order by no',
    [loanId],
  )
  // The loan as one: 150,015 of principal and 15,001.5 of interest, rounded up once.
  expect(asked[0]?.due).toBe(150_015 + 15_003)
  const text = await newestText(loanId)
  expect(text).toContain('Jadwal angsuran')
  expect(text).not.toContain('Perkiraan jadwal angsuran')
  for (const { due } of asked) expect(text).toContain(groupThousands(String(due)))
  expect(text).toContain(groupThousands(String(asked.reduce((sum, { due }) => sum + due, 0))))
  expect(await renewFactsheet(context, loanNumber)).toBe(0)
})

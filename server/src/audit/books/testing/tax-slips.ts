import { aDisbursedLoan } from '../../../../testing/servicing.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { one } from '../../../platform/db/database.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { storeTaxNumber } from '../../../lenders/index.ts'
import { recordRepayments } from '../../../loans/index.ts'
import { setTaxYear, storeSlip } from '../../../cash/testing.ts'

/** A slip of the month before last, of a lender with a tax number, and a year whose slips are closed. */
export async function taxSlips(fixture: Fixture): Promise<void> {
  const { context } = fixture
  const actor = { kind: 'operator', name: 'test' } as const
  const lent = await aDisbursedLoan(context, [600_000], {
    ...{ interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' },
  })
  const lenderId = lent.fundings[0]?.lenderId ?? 0
  fixture.travel('-40 days')
  const payment = { loanNumber: lent.loanNumber, reference: 'TAX-1', paidOn: '2026-02-28', amount: 206_000 }
  await recordRepayments(context, actor, [payment])
  fixture.travel(undefined)
  const { period, interest, tax } = await one<{ period: string; interest: number; tax: number }>(
    context.db,
    'test.tax',
    `select to_char(period, 'YYYY-MM') as period, interest, tax from lender_tax_month where lender_id = $1`,
    [lenderId],
  )
  const number = { lenderId, number: '9900001708900003', validFrom: null }
  await perform(context, storeTaxNumber, { actor, input: number })
  const slip = { number: 'S-0001', issuedOn: `${period}-28`, interest, tax, taxNumber: null, reason: null }
  const input = { lenderId, period, article: 23, ratePpm: null, ...slip } as const
  await perform(context, storeSlip, { actor, input })
  await perform(context, setTaxYear, {
    actor,
    input: { year: 2024, closed: true, reason: 'filed', confirmed: true },
  })
}

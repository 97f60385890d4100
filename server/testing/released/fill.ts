import type { Fixture } from '../fixture.ts'
import { operator, servicingOf } from '../loan-operations.ts'
import { aLoan } from '../people.ts'
import { aDisbursedLoan, aFundedLoan } from '../servicing.ts'
import { writeOffLoan } from '../../src/loans/index.ts'
import { perform } from '../../src/platform/commands/perform.ts'

/** A small platform as its verbs leave it: loans that are open, funded, paid, repaid early, late and written off. */
export async function fillPlatform(fixture: Fixture): Promise<void> {
  const { context } = fixture
  const { repay, settle } = servicingOf(() => fixture)
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 6, tenorPeriod: 'MONTH' } as const
  await aLoan(context, { totalLoan: 5_000_000 })
  await aFundedLoan(context, [600_000, 400_000], terms)
  const paid = await aDisbursedLoan(context, [600_000, 600_000], { ...terms, disbursedOn: '2026-01-31' })
  await repay({ loanNumber: paid.loanNumber, amount: 212_000 })
  await repay({ loanNumber: paid.loanNumber, amount: 100_000, paidOn: '2026-04-10' })
  const settled = await aDisbursedLoan(context, [1_200_000], { ...terms, disbursedOn: '2026-01-31' })
  await settle({ loanNumber: settled.loanNumber, amount: 1_300_000 })
  const late = await aDisbursedLoan(context, [1_000_000], { ...terms, disbursedOn: '2026-01-31' })
  await perform(context, writeOffLoan, {
    actor: operator,
    input: { loanNumber: late.loanNumber, writtenOffOn: '2026-08-01', reason: 'No contact' },
  })
}

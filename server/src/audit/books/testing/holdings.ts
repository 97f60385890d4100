import { transferHoldings } from '../../../funding/testing.ts'
import { recordRepayments } from '../../../loans/index.ts'
import { perform } from '../../../platform/commands/perform.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { aLender } from '../../../../testing/people.ts'
import { aDisbursedLoan } from '../../../../testing/servicing.ts'

const actor = { kind: 'operator', name: 'test' } as const

/** A loan of two lenders, of whom one's holding was transferred between two payments of the borrower. */
export async function transferredHoldings({ context }: Fixture): Promise<void> {
  const terms = { interestType: 'FLAT', tenor: 3, disbursedOn: '2026-01-31' } as const
  const loan = await aDisbursedLoan(context, [600_000, 300_000], terms)
  const { lenderId } = await aLender(context)
  const payments = ['2026-02-10', '2026-03-10'].map((paidOn, place) => ({
    ...{ loanNumber: loan.loanNumber, reference: `H-${place}`, paidOn, amount: 320_000 },
  }))
  await recordRepayments(context, actor, payments)
  await perform(context, transferHoldings, {
    actor,
    input: {
      ...{ fromLender: loan.fundings[0]?.lenderId ?? 0, toLender: lenderId, valueDate: '2026-03-01' },
      ...{ kind: 'COURT', document: { name: 'Putusan 1', sha256: 'cc'.repeat(32) }, reason: 'x' },
      ...{ loanNumbers: null, price: null },
    },
  })
}

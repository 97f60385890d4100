import { recordRepayment } from '../../../loans/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { flat, operator } from '../../../../testing/loan-operations.ts'
import { aDisbursedLoan, type LentLoan } from '../../../../testing/servicing.ts'

/** Sets the database's time to noon in Jakarta on this day. */
export const goTo = (fixture: Fixture, day: string): void =>
  fixture.travel(`${Date.parse(`${day}T12:00:00+07:00`) - Date.now()} milliseconds`)

/**
 * A loan of 1,200,000 over a year that pays 100,000 and 12,000 a month, disbursed on 2026-01-31. It is recorded today,
 * because its borrower's consent is from yesterday.
 */
export function aLentLoan(fixture: Fixture, amounts: readonly number[] = [1_200_000]): Promise<LentLoan> {
  fixture.travel(undefined)
  return aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })
}

let references = 0

export async function pay(
  fixture: Fixture,
  day: string,
  { loanNumber, amount = 112_000, reference }: { loanNumber: string; amount?: number; reference?: string },
): Promise<string> {
  goTo(fixture, day)
  references += 1
  const name = reference ?? `TAX-${references}`
  await perform(fixture.context, recordRepayment, {
    actor: operator,
    input: { loanNumber, amount, paidOn: day, reference: name },
  })
  return name
}

/**
 * Breaches of invariants except for money that waits too long (I33e): the audit uses the server's real clock, and these
 * tests record events of past months.
 */
export const breachesOf = async (fixture: Fixture) =>
  (await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')

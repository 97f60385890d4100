import type { Context } from '../../../context.ts'
import { theirAgreements } from '../../../../testing/crowd.ts'
import { aLoan } from '../../../../testing/people.ts'

export type Choice = { loanId: number; loanNumber: string; amount: number }

/** New loans of Rp10 million, selected with these amounts, whose agreements this lender has read. */
export async function aChoice(
  context: Context,
  lenderId: number,
  amounts: readonly number[],
): Promise<Choice[]> {
  const choice: Choice[] = []
  for (const amount of amounts) choice.push({ ...(await aLoan(context)), amount })
  await read(context, lenderId, choice)
  return choice
}

/** The agreements of these loans and amounts, read by this lender. */
export const read = (context: Context, lenderId: number, choice: readonly Choice[]): Promise<void> =>
  theirAgreements(
    context,
    choice.map((one) => ({ lenderId, ...one })),
  )

export const bodyOf = (choice: readonly Choice[]) => ({
  loans: choice.map(({ loanNumber, amount }) => ({ loanNumber, amount })),
})

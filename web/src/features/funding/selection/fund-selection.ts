import { type Answer, api } from '../../../api/client.ts'
import { beginRequest, sendOnce } from '../../../api/idempotency/send-once.ts'
import type { LookUp } from '../../../api/idempotency/outcome.ts'
import { type Acting, carriedOut } from '../../../company/proposed.ts'
import type { LoanToRead } from '../../../agreement/use-agreement.ts'

export type FundedSelection = Answer<'POST /funding/selection'>
export type CheckedSelection = Answer<'POST /funding/selection/check'>

const bodyOf = (loans: readonly LoanToRead[]) => ({
  loans: loans.map(({ loanNumber, amount }) => ({ loanNumber, amount })),
})

/** Asks the server whether each of these loans can be funded now with its amount. */
export const checkSelection = (
  loans: readonly LoanToRead[],
  signal: AbortSignal,
): Promise<CheckedSelection> => api('POST /funding/selection/check', { body: bodyOf(loans), signal })

/** Discards an older key of this request. Call it when the agreements are shown. */
export const beginSelection = (loans: readonly LoanToRead[], proposal: Acting): void =>
  beginRequest({ ...bodyOf(loans), proposal })

/** Looks up the outcome of the selection with this idempotency key. */
export const lookUpSelection: LookUp<FundedSelection> = async (key, signal) =>
  carriedOut(await api('POST /funding/selection/outcome', { body: { key }, signal, quiet: true }))

/**
 * Funds the loans, and only once even if it is repeated while the outcome is unknown.
 * @throws UnknownOutcome where the money may have been reserved; Waiting where others have to decide
 */
export async function fundSelection(
  loans: readonly LoanToRead[],
  proposal: Acting,
): Promise<FundedSelection> {
  const body = bodyOf(loans)
  const answer = await sendOnce(
    { ...body, proposal },
    {
      send: (idempotencyKey, signal) =>
        api('POST /funding/selection', { body, idempotencyKey, signal, proposal }),
      lookUp: lookUpSelection,
    },
  )
  return carriedOut(answer)
}

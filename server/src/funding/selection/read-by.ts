import { openedBy } from '../../documents/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAgreements, type LoanPosition, offeredByNumber, requestKey } from '../single/index.ts'
import type { ChosenLoan } from './check.ts'

/**
 * The agreements over these loans and amounts that the person of a company has read themselves, by the number of the loan: of
 * a company who consents has read, not somebody else of it. A loan that is not open for this amount is left to the command,
 * which refuses it with its reason.
 * @throws Refusal AGREEMENT_UNREAD if one of the loans that are open was not read
 */
export async function readBy(
  tx: Queryable,
  actor: ActorOf<'lender'>,
  chosen: readonly ChosenLoan[],
  offered: ReadonlyMap<string, LoanPosition>,
): Promise<ReadonlyMap<string, string>> {
  const requests = chosen.flatMap(({ loanNumber, amount }, part) => {
    const loan = offered.get(loanNumber)
    const isOpen = loan?.open && loan.outstanding >= amount
    return isOpen ? [{ part, loan, loanNumber, amount, lenderId: actor.lenderId, loanId: loan.loanId }] : []
  })
  const found = await findAgreements(tx, requests)
  const ids = [...found.values()].flat().map(({ id }) => id)
  const opened = await openedBy(tx, actor, ids)
  return new Map(
    requests.map(({ part, loan, loanNumber, ...request }) => {
      const agreement = found
        .get(requestKey(request))
        ?.find(
          ({ id, termsVersion, taxStands }) =>
            termsVersion === loan.termsVersion &&
            taxStands &&
            opened.get(id)?.has('PP') &&
            opened.get(id)?.has('PPFP'),
        )
      if (!agreement) throw new Refusal('AGREEMENT_UNREAD', { part })
      return [loanNumber, agreement.id]
    }),
  )
}

/** @throws Refusal AGREEMENT_UNREAD */
export const requireRead = async (
  tx: Queryable,
  actor: ActorOf<'lender'>,
  { loans }: { loans: readonly ChosenLoan[] },
): Promise<unknown> =>
  readBy(
    tx,
    actor,
    loans,
    await offeredByNumber(
      tx,
      loans.map(({ loanNumber }) => loanNumber),
    ),
  )

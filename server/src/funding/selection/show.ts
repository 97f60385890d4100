import { validate as isUuid } from 'uuid'
import type { Selection } from '@pematang/contract/funding/selection/endpoints'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reasonOf } from './reason.ts'
import { findSelection, type SelectedLoan } from './store.ts'

/**
 * A funded selection: the signed and pending fundings, and the refused loans with their reasons.
 * @throws Refusal NOT_FOUND for an id that is not a selection of this lender.
 */
export async function showSelection(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  selectionId: string,
): Promise<Selection> {
  const loans = isUuid(selectionId) ? await findSelection(db, lenderId, selectionId) : []
  const [first] = loans
  if (!first) throw new Refusal('NOT_FOUND')
  return { selectionId, createdDate: first.createdAt.toISOString(), list: loans.map(lineOf) }
}

const lineOf = (loan: SelectedLoan): Selection['list'][number] => ({
  loanNumber: loan.loanNumber,
  borrowerName: loan.borrowerName,
  amount: loan.amount,
  state: loan.state,
  signing:
    loan.onPage && loan.docToken && loan.digiSignId && loan.signBefore
      ? {
          docToken: loan.docToken,
          digiSignId: loan.digiSignId,
          signCoordinatePage: loan.signaturePage ?? 1,
          signBefore: loan.signBefore.toISOString(),
        }
      : null,
  refusal: loan.refusal && reasonOf(new Refusal(loan.refusal, loan.refusalParams ?? {})),
})

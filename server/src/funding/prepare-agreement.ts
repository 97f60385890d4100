import { checkFundingAmount } from '@pematang/contract/funding/rules'
import type { Context } from '../context.ts'
import { type AgreementSnapshot, documentPath, insertDocument } from '../documents/index.ts'
import { cashOf } from '../ledger/index.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { takeSnapshot } from './agreement-snapshot.ts'
import { findOfferedLoan, insertAgreement } from './store.ts'

export type PrepareAgreement = { loanNumber: string; lenderUserId: number; amount: number }
export type PreparedAgreement = { PP_filepath: string; PPFP_filepath: string }

/**
 * Writes the two agreements for one loan and one amount, to be read before funding: PP between lender and
 * borrower, PPFP between lender and operator (POJK 40/2024). They never change after this. The rules of the amount
 * are told here already, and decided again when the money is reserved.
 * @throws Refusal LENDER_MISMATCH, LOAN_NOT_FOUND, LOAN_CLOSED, one of the four of the amount, or OVERLOADED.
 */
export async function prepareAgreement(
  context: Context,
  lenderId: number,
  input: PrepareAgreement,
  requestId: string,
): Promise<PreparedAgreement> {
  if (input.lenderUserId !== lenderId) throw new Refusal('LENDER_MISMATCH')
  const loan = required(await findOfferedLoan(context.db, lenderId, input.loanNumber), 'LOAN_NOT_FOUND')
  if (!loan.open || loan.outstanding === 0) throw new Refusal('LOAN_CLOSED')
  const cash = await cashOf(context.db, lenderId)
  const breach = checkFundingAmount({
    amount: input.amount,
    cashBalance: cash.available,
    minimumFunding: loan.minimum,
    outstandingFunding: loan.outstanding,
  })
  if (breach) throw new Refusal(breach.code, { amount: breach.amount })

  const id = context.random.uuid()
  const snapshot = await takeSnapshot(context, { id, lenderId, amount: input.amount, loan })
  // Rendering takes tens of milliseconds, so it happens before the transaction that keeps what was rendered, and on
  // another thread.
  const { pp, ppfp } = await context.renderer.render(snapshot)
  return perform(context, keepAgreement, {
    actor: { kind: 'lender', lenderId },
    input: { id, lenderId, loanId: loan.loanId, snapshot, pp, ppfp },
    requestId,
  })
}

type Rendered = { bytes: Buffer; pages: number; signaturePage: number }
type KeepAgreement = {
  id: string
  lenderId: number
  loanId: number
  snapshot: AgreementSnapshot
  pp: Rendered
  ppfp: Rendered
}

/** Keeps what was rendered, for the lender to read and to fund on. */
export const keepAgreement = mutation<Context, KeepAgreement, PreparedAgreement>({
  operation: 'generateLoanAgreement',
  permit: ['lender'],
  async run(tx, { id, lenderId, loanId, snapshot, pp, ppfp }, { world }) {
    await insertAgreement(tx, { id, lenderId, loanId, snapshot, signaturePage: pp.signaturePage })
    const documents = { PP: world.random.secureId(), PPFP: world.random.secureId() }
    await insertDocument(tx, { id: documents.PP, lenderId, agreementId: id, kind: 'PP', ...pp })
    await insertDocument(tx, { id: documents.PPFP, lenderId, agreementId: id, kind: 'PPFP', ...ppfp })
    return {
      answer: { PP_filepath: documentPath(documents.PP), PPFP_filepath: documentPath(documents.PPFP) },
      subject: `agreement:${id}`,
      detail: { loanId, amount: snapshot.amount },
    }
  },
})

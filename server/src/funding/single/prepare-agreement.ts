import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import type { Context } from '../../context.ts'
import {
  type AgreementSnapshot,
  CertificateFault,
  documentPath,
  insertDocument,
  keepRendered,
  type KeptDocument,
} from '../../documents/index.ts'
import { cashOf } from '../../books/index.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { buildSnapshot, secondsToSign } from './agreement-snapshot.ts'
import { nothingOpen } from './nothing-open.ts'
import { findOfferedLoan, insertAgreement } from './store.ts'
import { refuseAboveLimits } from '../../lenders/index.ts'

export type PrepareAgreement = {
  loanNumber: string
  lenderUserId: number
  amount: number
  /** The number of loans that are signed together; 1 by default. */
  signedTogether?: number | undefined
}
export type PreparedAgreement = { PP_filepath: string; PPFP_filepath: string }

/**
 * Creates the two agreements for one loan and one amount, which the lender reads before funding: PP between lender and
 * borrower, PPFP between lender and operator (POJK 40/2024). They never change. The rules for the amount are checked
 * here, and again when the money is reserved.
 * @throws Refusal LENDER_MISMATCH, LOAN_NOT_FOUND, LOAN_CLOSED, LOAN_TAKEN, one of the four for the amount, one of the limits,
 *   RISK_WARNING_UNACCEPTED, OVERLOADED, AGREEMENT_UNAVAILABLE, or DOCUMENT_UNAVAILABLE.
 */
export async function prepareAgreement(
  context: Context,
  lenderId: number,
  input: PrepareAgreement,
  origin: Origin,
): Promise<PreparedAgreement> {
  if (input.lenderUserId !== lenderId) throw new Refusal('LENDER_MISMATCH')
  const loan = required(await findOfferedLoan(context.db, lenderId, input.loanNumber), 'LOAN_NOT_FOUND')
  const shut = nothingOpen(loan)
  if (shut) throw shut
  const cash = await cashOf(context.db, lenderId)
  const breach = checkFundingAmount({
    amount: input.amount,
    cashBalance: cash.available,
    minimumFunding: loan.minimum,
    outstandingFunding: loan.outstanding,
  })
  if (breach) throw new Refusal(breach.code, { amount: breach.amount })
  await refuseAboveLimits(context, lenderId, input.amount)

  const id = context.random.uuid()
  const { amount, signedTogether = 1 } = input
  const snapshot = {
    ...(await buildSnapshot(context, { id, lenderId, amount, loan })),
    signatureSeconds: secondsToSign(context.config, signedTogether),
  }
  // Rendering takes tens of milliseconds, so it runs on another thread and before the transaction that stores the
  // result.
  const { pp, ppfp } = await render(context, snapshot)
  return perform(context, storeAgreement, {
    actor: { kind: 'lender', lenderId },
    input: {
      ...{ id, lenderId, loanId: loan.loanId, termsVersion: loan.termsVersion, snapshot },
      pp: await keepRendered(context, pp),
      ppfp: await keepRendered(context, ppfp),
    },
    ...origin,
  })
}

/**
 * Renders both agreements.
 * @throws Refusal OVERLOADED, or AGREEMENT_UNAVAILABLE if the platform has no certificate
 */
async function render(context: Context, snapshot: AgreementSnapshot) {
  try {
    return await context.renderer.render(snapshot)
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error
    context.log.error({ err: error }, 'the certificate of the platform cannot sign: no agreement is made')
    throw new Refusal('AGREEMENT_UNAVAILABLE')
  }
}

type StoreAgreement = {
  id: string
  lenderId: number
  loanId: number
  termsVersion: number
  snapshot: AgreementSnapshot
  pp: KeptDocument
  ppfp: KeptDocument
}

export const storeAgreement = mutation<Context, StoreAgreement, PreparedAgreement>({
  operation: 'generateLoanAgreement',
  permit: ['lender'],
  async run(tx, { id, lenderId, loanId, termsVersion, snapshot, pp, ppfp }, { context }) {
    await insertAgreement(tx, {
      id,
      lenderId,
      loanId,
      snapshot,
      termsVersion,
      signaturePage: pp.signaturePage,
    })
    const documents = { PP: context.random.secureId(), PPFP: context.random.secureId() }
    await insertDocument(tx, { id: documents.PP, lenderId, agreementId: id, kind: 'PP', ...pp })
    await insertDocument(tx, { id: documents.PPFP, lenderId, agreementId: id, kind: 'PPFP', ...ppfp })
    return {
      answer: { PP_filepath: documentPath(documents.PP), PPFP_filepath: documentPath(documents.PPFP) },
      subject: `agreement:${id}`,
      detail: { loanId, amount: snapshot.amount },
    }
  },
})

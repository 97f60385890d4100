import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type {
  acceptRiskWarning as endpoint,
  RiskWarning,
} from '@pematang/contract/lenders/risk-warning/endpoints'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findForLender, insertAcceptance } from './store.ts'

/** The risk warning in force, and whether the lender has accepted it. */
export async function readRiskWarning({ db }: Pick<Context, 'db'>, lenderId: number): Promise<RiskWarning> {
  const { version, text, acceptedAt } = await findForLender(db, lenderId)
  return { version, paragraphs: text.split(/\n\s*\n/), acceptedAt: acceptedAt?.toISOString() ?? null }
}

/** @throws Refusal RISK_WARNING_UNACCEPTED if the lender has not accepted the risk warning in force */
export async function requireAcceptedRisk(db: Queryable, lenderId: number): Promise<void> {
  if ((await findForLender(db, lenderId)).acceptedAt === null) throw new Refusal('RISK_WARNING_UNACCEPTED')
}

/**
 * Stores that a lender accepts the risk warning; every funding requires the acceptance of the version in force.
 * @throws Refusal RISK_WARNING_CHANGED if the version that the lender has read is not the one in force
 */
export const acceptRiskWarning = mutation<Context, { version: number }, EndpointAnswer<typeof endpoint>>({
  operation: 'acceptRiskWarning',
  permit: ['lender'],
  async run(tx, { version }, { actor: { lenderId } }) {
    const current = await findForLender(tx, lenderId)
    if (version !== current.version) throw new Refusal('RISK_WARNING_CHANGED')
    const acceptedAt = await insertAcceptance(tx, lenderId, current, null)
    return {
      answer: { version, acceptedAt: acceptedAt.toISOString() },
      subject: `lender:${lenderId}`,
      detail: { version, sha256: current.sha256.toString('hex') },
    }
  },
})

/** Records that a lender has accepted the risk warning in force on paper, e.g. a company in its framework contract. */
export const recordAcceptance = mutation<
  Context,
  { lenderId: number; evidence: string },
  { version: number }
>({
  operation: 'recordRiskAcceptance',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, evidence }) {
    const current = await findForLender(tx, lenderId)
    await insertAcceptance(tx, lenderId, current, evidence)
    const { version, sha256 } = current
    return {
      answer: { version },
      subject: `lender:${lenderId}`,
      detail: { version, sha256: sha256.toString('hex'), evidence },
    }
  },
})

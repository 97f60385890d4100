import { mandateNumber } from '@pematang/contract/format/reference-number'
import type { Context } from '../../context.ts'
import {
  CertificateFault,
  documentPath,
  insertDocument,
  keepRendered,
  type KeptDocument,
  type MandateSnapshot,
} from '../../documents/index.ts'
import { lockOwners } from '../../books/index.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isPicOf } from '../../lenders/index.ts'
import { findLenderFacts, insertMandate, type LenderFacts } from './store.ts'

export type Ceilings = { largestPerLoan: number; totalBudget: number }
export type PreparedMandate = { version: number; number: string; filepath: string; validUntil: string }

const dayMs = 86_400_000

/**
 * Creates the text of a mandate with these ceilings as the next version, to be read before it is granted.
 * @throws Refusal the ones listed in the API contract, OVERLOADED and DOCUMENT_UNAVAILABLE
 */
export async function prepareMandate(
  context: Context,
  lenderId: number,
  ceilings: Ceilings,
  origin: Origin,
): Promise<PreparedMandate> {
  const facts = await findLenderFacts(context.db, lenderId)
  refuseUnable(facts)
  const id = context.random.uuid()
  const snapshot = snapshotOf(context, { id, lenderId, facts, ceilings })
  const rendered = await render(context, snapshot)
  return perform(context, storeMandate, {
    actor: { kind: 'lender', lenderId },
    input: { id, snapshot, textHash: rendered.textHash, file: await keepRendered(context, rendered) },
    ...origin,
  })
}

/**
 * Refuses a lender who cannot give a mandate now.
 * @throws Refusal the reason
 */
export function refuseUnable({ state, signsByHash, hasAcceptedRisk }: LenderFacts): void {
  if (state !== 'ACTIVE') throw new Refusal(state === 'CLOSED' ? 'LENDER_CLOSED' : 'LENDER_SUSPENDED')
  if (!signsByHash) throw new Refusal('MANDATE_PROVIDER')
  if (!hasAcceptedRisk) throw new Refusal('RISK_WARNING_UNACCEPTED')
}

type Content = { id: string; lenderId: number; facts: LenderFacts; ceilings: Ceilings }

function snapshotOf({ config }: Context, { id, lenderId, facts, ceilings }: Content): MandateSnapshot {
  const { now, digiSignId } = facts
  return {
    ...ceilings,
    number: mandateNumber(id),
    preparedAt: now.toISOString(),
    validUntil: new Date(now.getTime() + config.MANDATE_DAYS * dayMs).toISOString(),
    signatureSeconds: config.SIGNATURE_SECONDS,
    platformSigned: true,
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
    lender: { ...signatoryOf(facts), identityLabel: `Nomor pengguna ${lenderId}`, digiSignId },
  }
}

/**
 * The person who signs: the lender, or the person in charge of a company.
 * @throws Refusal COMPANY_PIC_MISSING
 */
function signatoryOf({ isCompany, name, companyName, picName }: LenderFacts) {
  if (!isCompany) return { name, companyName: null }
  const company = companyName ?? name
  if (!picName || !isPicOf(picName, company)) throw new Refusal('COMPANY_PIC_MISSING')
  return { name: picName, companyName: company }
}

/**
 * Renders the text of a mandate.
 * @throws Refusal OVERLOADED, or AGREEMENT_UNAVAILABLE if the platform has no certificate
 */
async function render({ renderer, log }: Context, snapshot: MandateSnapshot) {
  try {
    return await renderer.renderMandate(snapshot)
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error
    log.error({ err: error }, 'the certificate of the platform cannot sign: no mandate is made')
    throw new Refusal('AGREEMENT_UNAVAILABLE')
  }
}

type StoreMandate = {
  id: string
  snapshot: MandateSnapshot
  textHash: string
  file: KeptDocument
}

export const storeMandate = mutation<Context, StoreMandate, PreparedMandate>({
  operation: 'prepareMandate',
  permit: ['lender'],
  async run(tx, { id, snapshot, textHash, file }, { context, actor: { lenderId } }) {
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    const textSha256 = Buffer.from(textHash, 'hex')
    const version = await insertMandate(tx, { id, lenderId, snapshot, textSha256 })
    const documentId = context.random.secureId()
    await insertDocument(tx, { id: documentId, lenderId, mandateId: id, kind: 'MANDATE', ...file })
    const { number, validUntil, largestPerLoan, totalBudget } = snapshot
    return {
      answer: { version, number, filepath: documentPath(documentId), validUntil },
      subject: `mandate:${id}`,
      detail: { version, largestPerLoan, totalBudget, textSha256: textHash },
    }
  },
})

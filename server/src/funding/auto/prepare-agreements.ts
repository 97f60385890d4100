import type { Context } from '../../context.ts'
import { CertificateFault, insertDocument, keepRendered, type KeptDocument } from '../../documents/index.ts'
import {
  type AgreementTerms,
  insertAgreement,
  readFundingTerms,
  snapshotOf,
  termsOfLoans,
} from '../single/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import type { Decision } from './round-store.ts'

/**
 * The result of preparing: the decisions that can be ordered, those whose lender cannot fund, and those to be retried.
 */
export type Prepared = {
  ready: Decision[]
  refused: { lenderId: number; fundingId: string; refusal: string }[]
  failed: Decision[]
  /** No agreement can be made at the moment. */
  isUnavailable: boolean
}

/** The number of agreements rendered at a time; the renderer has its own threads. */
const atOnce = 4

/** Makes the agreements PP and PPFP of decisions, each once: their id is that of the future funding. */
export async function prepareAgreements(context: Context, decisions: readonly Decision[]): Promise<Prepared> {
  const prepared: Prepared = { ready: [], refused: [], failed: [], isUnavailable: false }
  const there = await existing(context, decisions)
  const loans = await termsOfLoans(context.db, [...new Set(decisions.map(({ loanId }) => loanId))])
  const waiting = [...decisions]
  const work = async () => {
    for (let next = waiting.shift(); next && !prepared.isUnavailable; next = waiting.shift()) {
      const decision = next
      try {
        if (!there.has(decision.fundingId)) await prepare(context, decision, loans)
        prepared.ready.push(decision)
      } catch (error) {
        note(context, prepared, decision, error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  prepared.ready.sort((a, b) => a.no - b.no)
  return prepared
}

function note({ log }: Context, prepared: Prepared, decision: Decision, error: unknown): void {
  const { lenderId, fundingId } = decision
  const isBusy = error instanceof Refusal && ['OVERLOADED', 'DOCUMENT_UNAVAILABLE'].includes(error.code)
  if (isBusy || error instanceof CertificateFault) prepared.isUnavailable = true
  else if (error instanceof Refusal) prepared.refused.push({ lenderId, fundingId, refusal: error.code })
  else {
    prepared.failed.push(decision)
    log.error({ err: error, fundingId }, 'the agreements of an automatic funding could not be made')
  }
}

async function existing({ db }: Context, decisions: readonly Decision[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db,
    'funding.auto.agreements',
    'select id from agreement where id = any($1)',
    [decisions.map(({ fundingId }) => fundingId)],
  )
  return new Set(rows.map(({ id }) => id))
}

async function prepare(
  context: Context,
  { lenderId, fundingId: id, loanId, amount }: Decision,
  loans: Awaited<ReturnType<typeof termsOfLoans>>,
): Promise<void> {
  const loan = required(loans.get(loanId), 'LOAN_NOT_FOUND')
  const terms: AgreementTerms = await readFundingTerms(context, context.db, lenderId)
  const snapshot = snapshotOf(terms, { id, amount, loan })
  const { pp, ppfp } = await context.renderer.render(snapshot)
  await perform(context, storeAutoAgreement, {
    actor: { kind: 'system' },
    input: {
      ...{ id, lenderId, loanId, termsVersion: loan.termsVersion, snapshot },
      pp: await keepRendered(context, pp),
      ppfp: await keepRendered(context, ppfp),
    },
  })
}

type StoreAgreement = {
  pp: KeptDocument
  ppfp: KeptDocument
  id: string
  lenderId: number
  loanId: number
  termsVersion: number
  snapshot: Parameters<typeof insertAgreement>[1]['snapshot']
}

const storeAutoAgreement = mutation<Context, StoreAgreement, { stored: boolean }>({
  operation: 'storeAutoAgreement',
  permit: ['system'],
  async run(tx, { pp, ppfp, ...agreement }, { context: { random } }) {
    const { id, lenderId } = agreement
    const subject = `agreement:${id}`
    const { isThere } = await one<{ isThere: boolean }>(
      tx,
      'funding.auto.has_agreement',
      'select exists (select from agreement where id = $1) as "isThere"',
      [id],
    )
    if (isThere) return { answer: { stored: false }, subject }
    await insertAgreement(tx, { ...agreement, signaturePage: pp.signaturePage })
    await insertDocument(tx, { id: random.secureId(), lenderId, agreementId: id, kind: 'PP', ...pp })
    await insertDocument(tx, { id: random.secureId(), lenderId, agreementId: id, kind: 'PPFP', ...ppfp })
    return { answer: { stored: true }, subject, detail: { lenderId, loanId: agreement.loanId } }
  },
})

import type { Context } from '../../context.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { type Holders, holdersOf } from '../repayment/index.ts'
import { lockLoanForQuote, type Planned, planTerms, type Terms } from '../terms/index.ts'
import { addendumContent, operatorOf } from './papers.ts'
import { ruleInForce } from './rule.ts'
import {
  type AskedBy,
  type Consent,
  type FormerTerms,
  hasStanding,
  insertRights,
  insertVote,
  insertVoteDocument,
  type NewRight,
} from './store.ts'

export type CallVote = Terms & {
  loanNumber: string
  reason: string
  askedBy: AskedBy
  /** The lenders who ask, by id, where lenders do. */
  askers?: readonly number[]
  /** The borrower's consent, as the loan file keeps the one to the first terms. */
  consent: Consent
}

/** Whole rupiah; `endsAt` is an ISO 8601 time, `sha256` that of the addendum, hexadecimal. */
export type CalledVote = {
  voteId: string
  lenders: number
  principal: number
  endsAt: string
  addendum: string
  sha256: string
}

/** Lenders with at least this part of the principal may ask for a vote. */
const askersPart = 10

/** The difference of clocks that the time of a consent may have. */
const skew = '5 minutes'

/**
 * Calls the lenders of a loan to vote on new terms. Its opening moment is the record day: who has unpaid principal then
 * votes by it. The addendum is made of the terms, signed and stored; every lender is notified. The day of the terms may
 * be up to a year ahead, so that it can lie after the vote. A payment meanwhile ends the vote, which is called again:
 * lenders decide on figures to the rupiah, and none are computed anew behind their choice. Locks the loan, then the rule.
 * @throws Refusal VOTE_STANDING, VOTE_ASKED_BY_TOO_FEW, LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE,
 *   DATE_AFTER_A_YEAR, DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, INPUT_INVALID
 */
export const callVote = mutation<Context, CallVote, CalledVote>({
  operation: 'callVote',
  permit: ['operator'],
  secondPair: true,
  async run(tx, input, { context }) {
    const { loanNumber, reason, askedBy, askers = [], consent, ...terms } = input
    const loan = await lockLoanForQuote(tx, loanNumber, terms.agreedOn)
    if (await hasStanding(tx, loan.loanId)) throw new Refusal('VOTE_STANDING')
    if (!(await isInPast(tx, consent.at))) throw new Refusal('INPUT_INVALID')
    const plan = await planTerms(tx, loan, terms)
    const rights = rightsFrom(plan, await holdersOf(tx, [loan.loanId]))
    const askedWeight = weightOf(rights, askedBy, askers, loan.principalDue)
    const { version: rule, rule: inForce } = await ruleInForce(tx)
    const id = context.random.uuid()
    await insertVote(tx, {
      ...terms,
      ...plan.kept,
      ...{ id, loanId: loan.loanId, rule, days: inForce.days, askedBy, askedWeight, reason, consent },
      ...{ version: loan.version, unpaid: plan.unpaid },
    })
    await insertRights(tx, id, rights)
    const { kept, addendum } = await addendumOf(tx, context, input, plan)
    await insertVoteDocument(tx, { id: addendum, voteId: id, kind: 'ADDENDUM', kept })
    const { endsAt } = await one<{ endsAt: Date }>(
      tx,
      'loans.votes.called',
      'select ends_at as "endsAt" from loan_vote where id = $1',
      [id],
    )
    const until = endsAt.toISOString()
    await notifyLenders(
      tx,
      'VOTE_OPENED',
      rights.map(({ lenderId, weight: amount }) => ({
        ...{ lenderId, id: context.random.uuid() },
        data: { voteId: id, loanNumber, amount, until },
      })),
    )
    const answer = {
      ...{ voteId: id, lenders: rights.length, principal: plan.kept.principal, endsAt: until },
      ...{ addendum, sha256: kept.sha256.toString('hex') },
    }
    return {
      answer,
      subject: `loan:${loan.loanId}`,
      detail: { ...answer, ...plan.kept, rule, askedBy, askedWeight, consent: consent.reference },
    }
  },
})

const isInPast = async (tx: Queryable, at: string): Promise<boolean> =>
  (
    await one<{ past: boolean }>(
      tx,
      'loans.votes.consent_in_past',
      'select $1::timestamptz <= app_clock() + $2::interval as past',
      [at, skew],
    )
  ).past

/** The rights of the lenders who hold unpaid principal now; a funding without any has no part. */
function rightsFrom({ fundings }: Planned, holders: Holders): NewRight[] {
  const rights = new Map<number, NewRight>()
  for (const { lenderId: origin, fundingId, principalDue, interest } of fundings) {
    if (principalDue === 0) continue
    const lenderId = holders.get(fundingId)?.[0]?.lenderId ?? origin
    const right = rights.get(lenderId) ?? { lenderId, weight: 0, principals: [], interests: [] }
    right.weight += principalDue
    right.principals.push(principalDue)
    right.interests.push(interest)
    rights.set(lenderId, right)
  }
  return [...rights.values()].toSorted((a, b) => a.lenderId - b.lenderId)
}

/** The principal of the lenders who ask for the vote, each counted once; 0 where others do. */
function weightOf(
  rights: readonly NewRight[],
  askedBy: AskedBy,
  askers: readonly number[],
  principal: number,
): number {
  if (askedBy !== 'LENDERS') return 0
  const asking = new Set(askers)
  const weight = sum(rights.flatMap((right) => (asking.has(right.lenderId) ? right.weight : [])))
  if (BigInt(weight) * BigInt(askersPart) < BigInt(principal)) throw new Refusal('VOTE_ASKED_BY_TOO_FEW')
  return weight
}

/** Renders and keeps the addendum in its row: a store outside cannot take part in the transaction. */
async function addendumOf(tx: Transaction, context: Context, input: CallVote, plan: Planned) {
  const { loanNumber, consent } = input
  const [loan] = await many<{ borrowerName: string; former: FormerTerms }>(
    tx,
    'loans.votes.former_terms',
    `select b.name as "borrowerName", (
              select json_build_object('interest', f.interest::float8, 'interestType', f.interest_type, 'tenor', f.tenor,
                                       'tenorPeriod', f.tenor_period)
                from (select r.interest, r.interest_type, r.tenor, r.tenor_period, r.version from restructuring r
                       where r.loan_id = l.id
                      union all select l.interest, l.interest_type, l.tenor, l.tenor_period, 0
                       order by version desc limit 1) f) as former
       from loan l join borrower b on b.id = l.borrower_id where l.loan_number = $1`,
    [loanNumber],
  )
  if (!loan) throw new Refusal('LOAN_NOT_FOUND')
  const at = context.clock.now()
  const content = addendumContent(operatorOf(context.config), at, {
    ...loan,
    ...{ loanNumber, terms: input, kept: plan.kept, installments: plan.installments, consent },
  })
  const bytes = await context.renderer.renderReport(content, at)
  return { addendum: context.random.secureId(), kept: await context.contents.inDatabase().keep(bytes) }
}

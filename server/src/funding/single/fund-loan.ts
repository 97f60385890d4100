import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import {
  confirmSessions,
  checkLimits,
  type GrantSession,
  type LimitCheck,
  type LimitRecord,
  lockGrants,
  useGrants,
} from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { type Account, lockOwners, reserve } from '../../books/index.ts'
import {
  type Asked,
  type BatchMutation,
  batchMutation,
  type Effect,
} from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  addReservedToMany,
  findAgreements,
  insertFundings,
  type LoanPosition,
  lockPositions,
  type NewFunding,
  type UnusedAgreement,
  requestKey,
} from './batch-store.ts'
import { nothingOpen } from './nothing-open.ts'
import { findWaiting } from './waiting.ts'
import { sum } from '../../platform/sum.ts'

export type FundLoan = {
  loanId: number
  amount: number
  loanNumber?: string | undefined
  /**
   * The ids of the lender's pending reservations of this loan and amount that the client already shows. If omitted,
   * duplicates are not checked.
   */
  knownWaiting?: readonly string[] | undefined
  /**
   * The agreement that is funded: of a mandate, which its lender does not have to read, or the one that the person of a
   * company has read. If omitted, the newest that the lender has read.
   */
  agreementId?: string | undefined
}
export type FundedLoan = { docToken: string; digiSignId: string; signCoordinatePage: number }

/**
 * Reserves lenders' money on loans. The money is settled when the agreement is signed in time, and released otherwise.
 * Locks cash accounts before loans, each by id, so that batches cannot deadlock; loans come last, because a loan in
 * high demand must be locked only briefly. One that is signed by hash uses up a check of the password in its session.
 */
export const fundLoan = fundLoanBy(async (tx, requests, loaded) => ({
  ...loaded,
  grants: await grantsFor(tx, requests, loaded),
}))

/** `fundLoan` for the loans of a selection, whose password check is one for all of them. */
export const fundLoanOfSelection = fundLoanBy(async (_, __, loaded) => loaded)

function fundLoanBy(
  withGrants: (tx: Transaction, requests: readonly LenderRequest[], loaded: Loaded) => Promise<Loaded>,
): BatchMutation<Context, FundLoan, FundedLoan, Loaded, 'lender'> {
  return batchMutation({
    operation: 'fundLoan',
    permit: ['lender'],
    admit: (tx, { config }, requests) =>
      confirmSessions(
        tx,
        config,
        requests.map(({ actor }) => actor),
      ),
    load: async (tx, asked) => {
      const requests = asked.map(ofLender)
      return withGrants(tx, requests, await lockAndLoad(tx, requests))
    },
    run: (tx, requests, context, loaded) => decideFundings(tx, context, requests.map(ofLender), loaded),
  })
}

/** The password checks that fundings by hash may use; nothing is asked of the database where there is none. */
async function grantsFor(
  tx: Transaction,
  requests: readonly LenderRequest[],
  { agreements }: Loaded,
): Promise<ReadonlySet<string>> {
  const asking = requests.flatMap((request): GrantSession[] => {
    const { lenderId, session } = request
    const byHash = agreements.get(requestKey(request))?.some(({ signsByHash }) => signsByHash)
    return byHash && session ? [{ lenderId, session }] : []
  })
  return asking.length === 0 ? new Set() : lockGrants(tx, asking)
}

/**
 * Accepts or refuses fundings by the loaded data, and defers the writes of the accepted ones.
 * @param barred refusals known beforehand, in the order of the requests
 */
export async function decideFundings(
  tx: Transaction,
  context: Context,
  requests: readonly LenderRequest[],
  loaded: Loaded,
  barred: readonly (Refusal | null)[] = [],
): Promise<(Effect<FundedLoan> | Refusal)[]> {
  const limits = await checkLimits(context, tx, [...loaded.agreements.values()].flat())
  const accepted: Accepted[] = []
  const decided = requests.map((request, place) => {
    const decision = barred[place] ?? decide(request, loaded, limits, accepted)
    if (!(decision instanceof Refusal)) accepted.push(decision)
    return decision
  })
  if (accepted.length > 0) tx.defer(write(tx, context, accepted))
  const proved = loaded.grants === undefined ? [] : accepted.flatMap(grantOf)
  if (proved.length > 0) tx.defer(useGrants(tx, proved, 'FUNDING'))
  return decided.map((one) => (one instanceof Refusal ? one : effectOf(one)))
}

export type LenderRequest = FundLoan & {
  lenderId: number
  /** The session that it was asked for in. */
  session?: Buffer | undefined
}

const ofLender = ({ input, actor }: Asked<FundLoan, 'lender'>): LenderRequest => ({
  ...input,
  lenderId: actor.lenderId,
  session: actor.session,
})

/** The database state that was read before deciding the first of these requests. */
export type Loaded = {
  cash: ReadonlyMap<number, Account>
  loans: ReadonlyMap<number, LoanPosition>
  agreements: ReadonlyMap<string, readonly UnusedAgreement[]>
  /** Reservations that wait for their signature, by lender, loan and amount. */
  waiting: Awaited<ReturnType<typeof findWaiting>>
  /**
   * The sessions, in hexadecimal, in which the password was given for one funding by hash; undefined where fundings by
   * hash need none each: under a mandate, and in a selection.
   */
  grants?: ReadonlySet<string>
}

/** Locks and loads what deciding needs. The statements are pipelined and executed in this order. */
export async function lockAndLoad(tx: Transaction, requests: readonly LenderRequest[]): Promise<Loaded> {
  const [cash, agreements, waiting, loans] = await Promise.all([
    lockOwners(
      tx,
      'LENDER_CASH',
      requests.map(({ lenderId }) => lenderId),
    ),
    findAgreements(tx, requests),
    findWaiting(
      tx,
      requests.filter(({ knownWaiting }) => knownWaiting !== undefined),
    ),
    lockPositions(
      tx,
      requests.map(({ loanId }) => loanId),
    ),
  ])
  return { cash, loans, agreements, waiting }
}

type Accepted = {
  request: LenderRequest
  account: Account
  agreement: UnusedAgreement
  limits: LimitRecord | null
}

function decide(
  request: LenderRequest,
  { cash, loans, agreements, waiting, grants }: Loaded,
  limits: LimitCheck,
  accepted: readonly Accepted[],
): Accepted | Refusal {
  const { lenderId, loanId, amount, loanNumber, knownWaiting } = request
  const account = cash.get(lenderId)
  const loan = loans.get(loanId)
  if (!account) throw new Error(`lender ${lenderId} has no cash account`)
  if (!loan) return new Refusal('LOAN_NOT_FOUND')
  const outstanding = loan.outstanding - sumOf(accepted, (one) => one.loanId === loanId)
  const shut = nothingOpen({ ...loan, outstanding })
  if (shut) return shut

  const agreementOf = requestKey(request)
  const usedNow = accepted
    .filter((one) => requestKey(one.request) === agreementOf)
    .map((one) => one.agreement.id)
  const reserved = [...(waiting.get(agreementOf) ?? []).map(({ docToken }) => docToken), ...usedNow]
  if (knownWaiting && reserved.some((id) => !knownWaiting.includes(id))) return new Refusal('FUNDING_WAITS')

  const placed = sumOf(accepted, (one) => one.lenderId === lenderId)
  const breach = checkFundingAmount({
    amount,
    cashBalance: account.balance - account.held - placed,
    minimumFunding: loan.minimum,
    outstandingFunding: outstanding,
  })
  if (breach) return new Refusal(breach.code, { amount: breach.amount })

  const unused = (agreements.get(agreementOf) ?? []).filter(({ id }) => !usedNow.includes(id))
  const agreement = choose(unused, loan, request)
  if (agreement instanceof Refusal) return agreement
  const barred = lenderRefusal(agreement)
  if (barred) return barred
  if (loanNumber !== undefined && loanNumber !== agreement.loanNumber)
    return new Refusal('LOAN_NUMBER_MISMATCH')
  const limited = limits.decide(agreement, amount, placed)
  if (limited instanceof Refusal) return limited
  const decided = { request, account, agreement, limits: limited }
  return isProved(decided, grants, accepted) ? decided : new Refusal('PASSWORD_CHECK_REQUIRED')
}

const grantOf = ({ request: { lenderId, session }, agreement }: Accepted): GrantSession[] =>
  agreement.signsByHash && session ? [{ lenderId, session }] : []

/** Whether the password, where it is needed, was given in this session and no funding accepted before uses that. */
function isProved(
  { request: { session }, agreement }: Accepted,
  grants: ReadonlySet<string> | undefined,
  accepted: readonly Accepted[],
): boolean {
  if (grants === undefined || !agreement.signsByHash) return true
  return (
    session !== undefined &&
    grants.has(session.toString('hex')) &&
    !accepted.some((one) => one.agreement.signsByHash && one.request.session?.equals(session))
  )
}

function lenderRefusal({ lenderState, hasAcceptedRisk }: UnusedAgreement): Refusal | null {
  if (lenderState !== 'ACTIVE')
    return new Refusal(lenderState === 'CLOSED' ? 'LENDER_CLOSED' : 'LENDER_SUSPENDED')
  return hasAcceptedRisk ? null : new Refusal('RISK_WARNING_UNACCEPTED')
}

const sumOf = (accepted: readonly Accepted[], which: (request: LenderRequest) => boolean): number =>
  sum(accepted.map(({ request }) => (which(request) ? request.amount : 0)))

function choose(
  unused: readonly UnusedAgreement[],
  loan: LoanPosition,
  { agreementId }: LenderRequest,
): UnusedAgreement | Refusal {
  const current = unused.filter((one) => one.termsVersion === loan.termsVersion && one.taxStands)
  const agreement = current.find(({ id, read }) => (agreementId === undefined ? read : id === agreementId))
  if (agreement) return agreement
  if (unused.length === 0) return new Refusal('AGREEMENT_REQUIRED')
  const isUnread = agreementId === undefined && current.length > 0
  return new Refusal(isUnread ? 'AGREEMENT_UNREAD' : 'AGREEMENT_CHANGED')
}

async function write(
  tx: Transaction,
  { config, random }: Context,
  accepted: readonly Accepted[],
): Promise<void> {
  const fundings = accepted.map(
    ({ request, agreement, limits }): NewFunding => ({
      id: agreement.id,
      lenderId: request.lenderId,
      loanId: request.loanId,
      amount: request.amount,
      expectedInterest: agreement.expectedInterest,
      signatureSeconds: agreement.signatureSeconds ?? config.SIGNATURE_SECONDS,
      limits,
    }),
  )
  await Promise.all([
    reserve(
      tx,
      'FUNDING',
      accepted.map(({ request, account, agreement }) => ({
        id: agreement.id,
        account: account.id,
        amount: request.amount,
      })),
    ),
    insertFundings(tx, fundings),
    addReservedToMany(tx, fundings),
    enqueue(
      tx,
      fundings.map(({ id }) => ({ id: random.uuid(), kind: 'signing.follow', payload: { fundingId: id } })),
    ),
  ])
}

const effectOf = ({ request: { loanId, amount }, agreement }: Accepted): Effect<FundedLoan> => ({
  answer: {
    docToken: agreement.id,
    digiSignId: agreement.digiSignId,
    signCoordinatePage: agreement.signaturePage,
  },
  subject: `funding:${agreement.id}`,
  detail: { loanId, amount },
})

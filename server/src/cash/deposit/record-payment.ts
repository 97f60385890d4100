import type { Context } from '../../context.ts'
import { AccountFull, type Journal, cashAccountKey, cashAccountsOf, postMany } from '../../books/index.ts'
import {
  type Asked,
  type BatchMutation,
  batchMutation,
  type Effect,
} from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { banks } from './banks.ts'
import { creditConfirmed, isIntended, openFor } from './credit-confirmed.ts'
import { type Decided, type Decision, decidePayments, type NumberOwner } from './decide-payments.ts'
import {
  findNamed,
  findPayments,
  insertNames,
  lockNames,
  namesOf,
  type PaymentName,
  type PaymentNotice,
} from './payment-names.ts'
import {
  findOwners,
  insertConflicts,
  insertNotices,
  insertPayments,
  insertSuspense,
  insertTopUps,
  type NewPayment,
  type Owner,
  type SuspenseReason,
  claimExternalIds,
} from './payment-store.ts'
import { ceilingOf, largestBalance } from './plausible.ts'

/**
 * The outcome of a notice. RECORDED: credited to its lender, or in suspense if the number is unknown. IMPLAUSIBLE: in
 * suspense, because the amount exceeds the bank's plausible maximum or the account's maximum balance. REPEATED:
 * reported before with the same content. CONFLICT: reported before with other content; no money moves, and an operator
 * decides. EXTERNAL_ID_USED: the X-EXTERNAL-ID was used today, so the notice is not processed.
 */
export type PaymentOutcome = 'RECORDED' | 'IMPLAUSIBLE' | 'REPEATED' | 'CONFLICT' | 'EXTERNAL_ID_USED'

/**
 * Records payments that banks report: each is credited once, however often it is reported (I12), and none is dropped
 * (I13); one that an operator recorded before is credited now. Locks external ids, then names of payments, then accounts, each sorted, so that batches never deadlock.
 */
export const recordPayment: BatchMutation<
  Context,
  PaymentNotice,
  PaymentOutcome,
  Map<string, Owner>,
  'system'
> = batchMutation({
  operation: 'recordPayment',
  permit: ['system'],
  load: (tx, requests) =>
    findOwners(
      tx,
      requests.map(({ input }) => bareNumber(input)),
    ),
  async run(tx, requests, context, owners) {
    const claimed = await claimExternalIds(
      tx,
      requests.map(({ input }) => input),
    )
    const valid = requests.filter(({ input }) => claimed.has(input.callId)).map(({ input }) => input)
    const decided = await decide(tx, context, valid, owners)
    const suspended = await credit(
      tx,
      context,
      decided.flatMap(({ notice, decision }) =>
        decision.kind === 'FRESH' ? [asFresh(notice, decision, ownerOf(notice, owners))] : [],
      ),
    )
    storeNotices(tx, context, decided)
    await creditConfirmed(
      tx,
      context,
      decided.flatMap(({ decision }) =>
        decision.kind === 'SAME' && decision.confirms && isIntended(decision.payment)
          ? [decision.payment]
          : [],
      ),
    )
    let place = 0
    return requests.map(({ input }: Asked<PaymentNotice, 'system'>): Effect<PaymentOutcome> => {
      const decision = claimed.has(input.callId) ? decided[place++]?.decision : undefined
      const end = decision ? endOf(decision, suspended) : 'EXTERNAL_ID_USED'
      const { bank, paymentRequestId, amount } = input
      return {
        answer: end,
        subject: `payment:${bank}:${paymentRequestId}`,
        detail: { end, amount, lenderId: ownerOf(input, owners).lenderId },
      }
    })
  },
})

const ends = { FRESH: 'RECORDED', SAME: 'REPEATED', CONFLICT: 'CONFLICT' } as const

function endOf(decision: Decision, suspended: ReadonlyMap<string, Suspended>): PaymentOutcome {
  const reason = decision.kind === 'FRESH' ? suspended.get(decision.id)?.reason : undefined
  return reason === 'ABOVE_CEILING' || reason === 'BALANCE_LIMIT' ? 'IMPLAUSIBLE' : ends[decision.kind]
}

const bareNumber = ({ virtualAccountNo }: PaymentNotice): string => virtualAccountNo.trimStart()

/**
 * The lender of a notice's number. A number of another bank counts as unknown, because this bank's money cannot belong
 * to it.
 */
function ownerOf(notice: PaymentNotice, owners: Map<string, Owner>): NumberOwner {
  const owner = owners.get(bareNumber(notice))
  if (!owner) return { lenderId: null, atOtherBank: null }
  return owner.methodPayment === banks[notice.bank]
    ? { lenderId: owner.lenderId, atOtherBank: null }
    : { lenderId: null, atOtherBank: owner.lenderId }
}

/** Locks and reads all payments that these notices may refer to, and decides each notice. */
async function decide(
  tx: Transaction,
  { random }: Context,
  notices: readonly PaymentNotice[],
  owners: Map<string, Owner>,
): Promise<Decided[]> {
  if (notices.length === 0) return []
  const names = notices.flatMap(namesOf)
  // Sent together in a pipeline; PostgreSQL still executes the statements one after the other.
  const [, byId, byName] = await Promise.all([
    lockNames(tx, names),
    findPayments(tx, notices),
    findNamed(tx, names),
  ])
  return decidePayments(notices, { byId, byName }, (notice) => ownerOf(notice, owners), random.uuid)
}

type FreshPayment = NewPayment & { isForeign: boolean; names: PaymentName[] }

function asFresh(
  { virtualAccountNo, bank, amount, referenceNo, transactedAt }: PaymentNotice,
  { id, paymentRequestId, replaces, names }: Decision & { kind: 'FRESH' },
  owner: NumberOwner,
): FreshPayment {
  return {
    id,
    bank,
    paymentRequestId,
    number: virtualAccountNo,
    amount,
    referenceNo,
    transactedAt,
    reportedBy: 'BANK',
    lenderId: owner.lenderId,
    isForeign: owner.atOtherBank !== null,
    replaces,
    names,
  }
}

/** Stores the bank's confirmations of payments that an operator or a statement had reported, and the conflicts. */
function storeNotices(tx: Transaction, { random }: Context, decided: readonly Decided[]): void {
  const confirmed = decided.flatMap(({ notice, decision }) =>
    decision.kind === 'SAME' && decision.confirms
      ? [{ ...notice, paymentId: decision.payment.id, names: decision.names }]
      : [],
  )
  if (confirmed.length > 0) {
    tx.defer(insertNotices(tx, confirmed))
    tx.defer(insertNames(tx, confirmed.flatMap(withNames)))
  }
  const conflicts = decided.flatMap(({ notice, decision }) =>
    decision.kind === 'CONFLICT'
      ? [{ ...notice, id: random.uuid(), number: notice.virtualAccountNo, paymentId: decision.payment.id }]
      : [],
  )
  if (conflicts.length > 0) tx.defer(insertConflicts(tx, conflicts))
}

const withNames = ({ paymentId, names }: { paymentId: string; names: readonly PaymentName[] }) =>
  names.map((name) => ({ ...name, paymentId }))

type Suspended = FreshPayment & { reason: NewReason }
type NewReason = Exclude<SuspenseReason, 'UNCONFIRMED'>

/**
 * Credits new payments to their lenders; those without a lender and implausible ones go to suspense.
 * @returns the payments in suspense, by id
 */
async function credit(
  tx: Transaction,
  context: Context,
  fresh: readonly FreshPayment[],
): Promise<Map<string, Suspended>> {
  if (fresh.length === 0) return new Map()
  const clearing = await openFor(tx, context, 'BANK_CLEARING', fresh)
  const suspended = new Map(
    fresh.flatMap((one) => {
      const reason = reasonOf(one, context)
      return reason ? [[one.id, { ...one, reason }] as const] : []
    }),
  )
  const plausible = fresh.flatMap((one) =>
    suspended.has(one.id) || one.lenderId === null ? [] : [{ ...one, lenderId: one.lenderId }],
  )
  const cash = await cashAccountsOf(
    tx,
    plausible.map(({ lenderId, bank }) => ({ lenderId, methodPayment: banks[bank] })),
  )
  const journalOf = (
    kind: 'TOP_UP' | 'SUSPENSE',
    { id, bank, amount }: FreshPayment,
    to?: number,
  ): Journal => {
    const from = clearing.get(bank)
    if (to === undefined || from === undefined) throw new Error(`no account for payment ${id}`)
    const movements = [{ debit: from, credit: to, amount }]
    return {
      id: context.random.uuid(),
      kind,
      ref: id,
      movements,
      newId: context.random.uuid,
      maxBalance: largestBalance,
    }
  }
  const outcomes = await postMany(
    tx,
    plausible.map((one) =>
      journalOf('TOP_UP', one, cash.get(cashAccountKey({ ...one, methodPayment: banks[one.bank] }))),
    ),
  )
  for (const [place, one] of plausible.entries()) {
    const breach = outcomes[place]
    if (breach && !(breach instanceof AccountFull)) throw breach
    if (breach) suspended.set(one.id, { ...one, reason: 'BALANCE_LIMIT' })
  }
  const uncredited = [...suspended.values()]
  const suspense = await openFor(tx, context, 'SUSPENSE', uncredited)
  const journals = uncredited.map((one) => journalOf('SUSPENSE', one, suspense.get(one.bank)))
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
  storeFresh(tx, fresh, suspended)
  return suspended
}

function reasonOf({ bank, amount, lenderId, isForeign }: FreshPayment, context: Context): NewReason | null {
  if (amount > ceilingOf(context, bank)) return 'ABOVE_CEILING'
  if (lenderId !== null) return null
  return isForeign ? 'NUMBER_OF_OTHER_BANK' : 'NUMBER_UNKNOWN'
}

function storeFresh(
  tx: Transaction,
  fresh: readonly FreshPayment[],
  suspended: ReadonlyMap<string, Suspended>,
): void {
  const payments = fresh.map((one) => ({ ...one, lenderId: suspended.has(one.id) ? null : one.lenderId }))
  tx.defer(insertPayments(tx, payments))
  const names = fresh.flatMap(({ id, names: own }) => withNames({ paymentId: id, names: own }))
  tx.defer(insertNames(tx, names))
  const credited = payments.flatMap((one) =>
    one.lenderId === null ? [] : [{ ...one, lenderId: one.lenderId }],
  )
  if (credited.length > 0) tx.defer(insertTopUps(tx, credited))
  if (suspended.size > 0) tx.defer(insertSuspense(tx, [...suspended.values()]))
}

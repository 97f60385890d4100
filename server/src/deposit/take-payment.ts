import type { Context } from '../context.ts'
import { type Journal, pocketKey, pocketsOf, openAccount, postMany } from '../ledger/index.ts'
import { type Asked, type BatchMutation, batchMutation } from '../platform/batch/batch-mutation.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { Effect } from '../platform/mutation.ts'
import { type BankCode, banks } from './banks.ts'
import {
  findOwners,
  findPayments,
  insertConflicts,
  insertPayments,
  insertSuspense,
  insertTopUps,
  type KnownPayment,
  type NewPayment,
  type Owner,
  paymentName,
  takeExternalIds,
} from './payment-store.ts'

/** A bank's word that money came in for a number (SNAP service 25). */
export type PaymentNotice = {
  bank: BankCode
  /** Names this delivery; its X-EXTERNAL-ID is good once a day. */
  callId: string
  externalId: string
  /** The bank's own name of the payment, the same at every delivery. */
  paymentRequestId: string
  /** As it was told, with the spaces. */
  virtualAccountNo: string
  /** Whole rupiah above 0. */
  amount: number
  referenceNo?: string | undefined
  transactedAt?: string | undefined
}

/**
 * What became of a notice. TAKEN: the money is with its lender, or in suspense where the number is nobody's.
 * REPEATED: it was told before and is where it was. CONFLICT: it was told before with another amount or number;
 * nothing moved, and it is reported. EXTERNAL_ID_USED: the X-EXTERNAL-ID had its turn today; nothing was looked at.
 */
export type PaymentEnd = 'TAKEN' | 'REPEATED' | 'CONFLICT' | 'EXTERNAL_ID_USED'

/**
 * Takes what banks tell of money that came in: each payment is credited once, however often and in whatever order it
 * is told (I12), and none is dropped (I13). What is kept is locked in one order, external ids, payments, accounts,
 * each by its name, so that no two batches wait for each other.
 */
export const takePayment: BatchMutation<
  Context,
  PaymentNotice,
  PaymentEnd,
  Map<string, Owner>
> = batchMutation({
  operation: 'takePayment',
  permit: ['system'],
  find: (tx, requests) =>
    findOwners(
      tx,
      requests.map(({ input }) => bareNumber(input)),
    ),
  async run(tx, requests, world, owners) {
    const taken = await takeExternalIds(
      tx,
      requests.map(({ input }) => input),
    )
    const valid = requests.filter(({ input }) => taken.has(input.callId)).map(({ input }) => input)
    const [fresh, known] = await keepNew(tx, world, valid, owners)
    await credit(tx, world, fresh)
    const conflicts = valid.filter((notice) => {
      const before = known.get(paymentName(notice))
      return !before || !isSame(before, notice, ownerOf(notice, owners))
    })
    if (conflicts.length > 0) {
      tx.defer(
        insertConflicts(
          tx,
          conflicts.map((one) => ({ ...one, id: world.random.uuid(), number: one.virtualAccountNo })),
        ),
      )
    }
    const credited = new Set(fresh.map(({ callId }) => callId))
    const refused = new Set(conflicts.map(({ callId }) => callId))
    return requests.map(({ input }: Asked<PaymentNotice>): Effect<PaymentEnd> => {
      const end = !taken.has(input.callId)
        ? 'EXTERNAL_ID_USED'
        : credited.has(input.callId)
          ? 'TAKEN'
          : refused.has(input.callId)
            ? 'CONFLICT'
            : 'REPEATED'
      const { bank, paymentRequestId, amount } = input
      return {
        answer: end,
        subject: `payment:${bank}:${paymentRequestId}`,
        detail: { end, amount, lenderId: ownerOf(input, owners) },
      }
    })
  },
})

const bareNumber = ({ virtualAccountNo }: PaymentNotice): string => virtualAccountNo.trimStart()

/** Whose the money is. A number of the other bank is nobody's here: that bank does not keep this money. */
function ownerOf(notice: PaymentNotice, owners: Map<string, Owner>): number | null {
  const owner = owners.get(bareNumber(notice))
  return owner?.methodPayment === banks[notice.bank] ? owner.lenderId : null
}

/** What an operator has credited before the bank told of it has no number, and is known by its lender. */
const isSame = (before: KnownPayment, notice: PaymentNotice, lenderId: number | null): boolean =>
  before.amount === notice.amount &&
  (before.number === null ? before.lenderId === lenderId : before.number === notice.virtualAccountNo)

type FreshPayment = NewPayment & { bank: BankCode; callId: string; isForeign: boolean }

/** Keeps the payments that were never told before; the first notice of each says what it is. */
async function keepNew(
  tx: Transaction,
  { random }: Context,
  notices: readonly PaymentNotice[],
  owners: Map<string, Owner>,
): Promise<[fresh: FreshPayment[], known: Map<string, KnownPayment>]> {
  const first = new Map<string, FreshPayment>()
  for (const notice of notices) {
    const name = paymentName(notice)
    if (first.has(name)) continue
    const { virtualAccountNo: number, ...rest } = notice
    first.set(name, {
      ...rest,
      number,
      id: random.uuid(),
      referenceNo: notice.referenceNo,
      transactedAt: notice.transactedAt,
      lenderId: ownerOf(notice, owners),
      isForeign: owners.has(bareNumber(notice)),
    })
  }
  const told = [...first.values()]
  if (told.length === 0) return [[], new Map()]
  const inserted = await insertPayments(tx, told)
  const known = await findPayments(tx, told)
  return [told.filter(({ id }) => inserted.has(id)), known]
}

async function credit(tx: Transaction, world: Context, fresh: readonly FreshPayment[]): Promise<void> {
  if (fresh.length === 0) return
  const { random } = world
  const credited = fresh.flatMap((one) => (one.lenderId === null ? [] : [{ ...one, lenderId: one.lenderId }]))
  const nobodys = fresh.filter(({ lenderId }) => lenderId === null)
  const cash = await pocketsOf(
    tx,
    credited.map(({ lenderId, bank }) => ({ lenderId, methodPayment: banks[bank] })),
  )
  const clearing = await openFor(tx, world, 'BANK_CLEARING', fresh)
  const suspense = await openFor(tx, world, 'SUSPENSE', nobodys)
  const journals = fresh.map(({ id, bank, lenderId, amount }): Journal => {
    const to =
      lenderId === null ? suspense.get(bank) : cash.get(pocketKey({ lenderId, methodPayment: banks[bank] }))
    const from = clearing.get(bank)
    if (to === undefined || from === undefined) throw new Error(`there is no account for payment ${id}`)
    return {
      id: random.uuid(),
      kind: lenderId === null ? 'SUSPENSE' : 'TOP_UP',
      ref: id,
      movements: [{ debit: from, credit: to, amount }],
      newId: random.uuid,
    }
  })
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
  if (credited.length > 0) tx.defer(insertTopUps(tx, credited))
  if (nobodys.length > 0) {
    tx.defer(
      insertSuspense(
        tx,
        nobodys.map(({ id, isForeign }) => ({
          id,
          reason: isForeign ? 'NUMBER_OF_OTHER_BANK' : 'NUMBER_UNKNOWN',
        })),
      ),
    )
  }
}

/** The accounts of this kind of the banks of these payments. */
async function openFor(
  tx: Transaction,
  { random }: Context,
  kind: 'BANK_CLEARING' | 'SUSPENSE',
  payments: readonly { bank: BankCode }[],
): Promise<Map<BankCode, number>> {
  const named = [...new Set(payments.map(({ bank }) => bank))].toSorted()
  const opened = new Map<BankCode, number>()
  for (const bank of named) opened.set(bank, await openAccount(tx, random.id(), kind, banks[bank]))
  return opened
}

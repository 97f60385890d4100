import { jakartaOffset } from '@pematang/contract/format/business-date'
import {
  type KnownPayment,
  nameKey,
  namesOf,
  type PaymentKey,
  type PaymentName,
  type PaymentNotice,
  paymentKey,
} from './payment-names.ts'

/** The lender who owns a notice's number at its bank, or at another bank; both null when the number is unknown. */
export type NumberOwner = { lenderId: number | null; atOtherBank: number | null }

/**
 * FRESH: the payment was never reported, or its record was reversed; then this one `replaces` that record, under
 * another `paymentRequestId` if the bank's is in use. SAME: it was reported with the same content; `confirms` when this
 * is the bank's first notice of it. CONFLICT: it was reported with other content, as `payment`.
 */
export type Decision =
  | {
      kind: 'FRESH'
      id: string
      paymentRequestId: string
      replaces: string | undefined
      names: PaymentName[]
    }
  | { kind: 'SAME'; payment: KnownPayment; confirms: boolean; names: PaymentName[] }
  | { kind: 'CONFLICT'; payment: KnownPayment }

export type Decided = { notice: PaymentNotice; decision: Decision }

/** The known payments that a batch of notices may refer to, by the bank's id and by normalised id (`nameKey`). */
export type Known = { byId: Map<string, KnownPayment>; byName: Map<string, KnownPayment> }

/**
 * Decides notices in order; each decision sees the results of the earlier ones. A paymentRequestId names one payment of
 * its bank. A reference number is compared only with operators' records, because banks reuse these numbers.
 */
export function decidePayments(
  notices: readonly PaymentNotice[],
  { byId, byName }: Known,
  ownerOf: (notice: PaymentNotice) => NumberOwner,
  newId: () => string,
): Decided[] {
  return notices.map((notice): Decided => {
    const decision = decide(notice, { byId, byName }, ownerOf(notice), newId)
    if (decision.kind === 'FRESH') {
      const payment = asKnown(notice, decision.id, ownerOf(notice))
      byId.set(paymentKey(notice), payment)
      for (const name of namesOf(notice)) {
        if (byName.get(nameKey(name))?.isReversed !== false) byName.set(nameKey(name), payment)
      }
    } else if (decision.kind === 'SAME' && decision.confirms) {
      decision.payment.notice = contentOf(notice)
      byId.set(paymentKey(notice), decision.payment)
      for (const name of decision.names) byName.set(nameKey(name), decision.payment)
    }
    return { notice, decision }
  })
}

function decide(
  notice: PaymentNotice,
  { byId, byName }: Known,
  owner: NumberOwner,
  newId: () => string,
): Decision {
  const known = byId.get(paymentKey(notice))
  const names = namesOf(notice)
  const free = names.filter((name) => !byName.has(nameKey(name)))
  const named = names.flatMap((name) => byName.get(nameKey(name)) ?? [])
  const reversed = reversedOf([...(known ? [known] : []), ...named])
  if (reversed.length > 0) {
    // This may be the reversed payment or another one, so an operator has to decide.
    const others = [known, ...named].filter((one) => one?.isReversed === false)
    const [payment] = others.length > 0 ? others : reversed
    if (payment && others.length + reversed.length > 1) return { kind: 'CONFLICT', payment }
    return { kind: 'FRESH', id: newId(), ...replacementOf(reversed[0], known, notice, free) }
  }
  if (known && reportedByBank(known, notice)) {
    return repeats(known, notice)
      ? { kind: 'SAME', payment: known, confirms: false, names: [] }
      : { kind: 'CONFLICT', payment: known }
  }
  const own = byName.get(nameKey(asOwnName(notice)))
  const unconfirmed = new Map(
    [...named, ...(known ? [known] : [])]
      .filter(isUnconfirmed)
      // A payment from a statement has the bank's id: another one that has its reference number again is not it.
      .filter((payment) => payment.reportedBy === 'OPERATOR' || [known?.id, own?.id].includes(payment.id))
      .map((payment) => [payment.id, payment]),
  )
  const [payment, ...others] = unconfirmed.values()
  if (!payment) {
    if (known) return { kind: 'CONFLICT', payment: known }
    return { kind: 'FRESH', id: newId(), ...replacementOf(undefined, known, notice, free) }
  }
  return others.length === 0 && agrees(payment, notice, owner)
    ? { kind: 'SAME', payment, confirms: true, names: free }
    : { kind: 'CONFLICT', payment }
}

/** The reversed ones among these payments, without duplicates. */
export const reversedOf = (payments: readonly KnownPayment[]): KnownPayment[] => [
  ...new Map(payments.filter(({ isReversed }) => isReversed).map((one) => [one.id, one])).values(),
]

/**
 * The id and names under which a payment is recorded, if it replaces a reversed one. The id gets a suffix when the
 * reversed payment has the bank's id.
 */
export function replacementOf(
  reversed: KnownPayment | undefined,
  known: KnownPayment | undefined,
  { bank, paymentRequestId }: PaymentKey,
  free: readonly PaymentName[],
): { paymentRequestId: string; replaces: string | undefined; names: PaymentName[] } {
  if (!reversed || known?.id !== reversed.id)
    return { paymentRequestId, replaces: reversed?.id, names: [...free] }
  const own = `${paymentRequestId}#${reversed.id}`
  return {
    paymentRequestId: own,
    replaces: reversed.id,
    names: [...free, ...namesOf({ bank, paymentRequestId: own })],
  }
}

const reportedByBank = (known: KnownPayment, { paymentRequestId }: PaymentNotice): boolean =>
  known.notice === null ? known.reportedBy === 'BANK' : known.notice.paymentRequestId === paymentRequestId

/** The name that is the bank's id of the payment, without its reference number. */
const asOwnName = ({ bank, paymentRequestId }: PaymentNotice): PaymentName =>
  namesOf({ bank, paymentRequestId })[0] as PaymentName

/** Whether only an operator or a statement has reported the payment so far, and not a notice of the bank. */
const isUnconfirmed = ({ reportedBy, notice }: KnownPayment): boolean =>
  reportedBy !== 'BANK' && notice === null

/**
 * Whether the notice repeats what the bank reported before. A field that is missing in one of the two is not compared,
 * and a notice marked as a repetition may have a later time.
 */
function repeats(known: KnownPayment, notice: PaymentNotice): boolean {
  const before = known.notice ?? known
  const differs = (one: string | null, other: string | undefined, asOne: (text: string) => unknown) =>
    one !== null && other !== undefined && asOne(one) !== asOne(other)
  return (
    known.amount === notice.amount &&
    before.number === notice.virtualAccountNo &&
    !differs(before.referenceNo, notice.referenceNo, (text) => text.trim()) &&
    (notice.isRetry === true || !differs(before.transactedAt, notice.transactedAt, instantOf))
  )
}

/**
 * The time in milliseconds of a timestamp in any format, assuming Jakarta without an offset; the text itself if it
 * cannot be parsed.
 */
function instantOf(text: string): number | string {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim()) ?? []
  if (day === undefined || time === undefined) return text.trim()
  const zone = (offset ?? jakartaOffset).toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')
  const instant = Date.parse(`${day}T${time}${zone}`)
  return Number.isNaN(instant) ? text.trim() : instant
}

/**
 * Whether an operator's record agrees with a notice. The record has no account number, so it agrees if it is for the
 * lender of the notice's number, or that number is unknown.
 */
function agrees(known: KnownPayment, notice: PaymentNotice, owner: NumberOwner): boolean {
  if (known.amount !== notice.amount) return false
  if (known.number !== null) return known.number === notice.virtualAccountNo
  const lenderId = owner.lenderId ?? owner.atOtherBank
  if (known.intendedFor !== null) return lenderId === null || lenderId === known.intendedFor
  // The credit was reversed, and the money waits in suspense until an operator assigns it to the right lender.
  return lenderId === null || known.creditedTo === null || lenderId === known.creditedTo
}

const contentOf = ({ paymentRequestId, virtualAccountNo, referenceNo, transactedAt }: PaymentNotice) => ({
  paymentRequestId,
  number: virtualAccountNo,
  referenceNo: referenceNo ?? null,
  transactedAt: transactedAt ?? null,
})

const asKnown = (notice: PaymentNotice, id: string, { lenderId }: NumberOwner): KnownPayment => ({
  ...contentOf(notice),
  id,
  bank: notice.bank,
  reportedBy: 'BANK',
  amount: notice.amount,
  creditedTo: lenderId,
  intendedFor: null,
  isReversed: false,
  returnReference: null,
  notice: null,
})

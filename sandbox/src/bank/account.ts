import { type OtherTransfer, type Payment, type StatementLine, type Transfer, turnsTo } from './model.ts'

/** The opening balance of the app's account at each bank, in whole rupiah. */
const OPENING = 1_000_000_000_000
const DAY_MS = 86_400_000

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** The app's account at one bank. Lines are kept by day, because each statement is read for a few days of many. */
export class Account {
  readonly #days = new Map<number, StatementLine[]>()
  #available = OPENING

  /** The balance available for another transfer, in whole rupiah: pending transfers count as spent. */
  get available(): number {
    return this.#available
  }

  /** Enters a new payment. */
  credit(payment: Payment): void {
    for (const line of creditOf(payment)) {
      this.#available += line.amount
      this.#enter(line)
    }
  }

  /** Enters a new transfer with everything that will become of it. */
  debit(transfer: Transfer): void {
    const times = turnsTo(transfer, '00').length - turnsTo(transfer, '04').length
    this.#available -= times * transfer.amount
    for (const line of linesOf(transfer)) this.#enter(line)
  }

  /** Enters a transfer of another kind. */
  enter({ at, amount, reference }: OtherTransfer): void {
    this.#available += amount
    this.#enter({
      at: Date.parse(at),
      type: amount < 0 ? 'DEBIT' : 'CREDIT',
      amount: Math.abs(amount),
      transactionId: reference,
      remark: `TRF ${reference}`,
      detailInfo: {},
    })
  }

  /** The lines between two times, epoch milliseconds, both included; the oldest first. */
  between(from: number, to: number): StatementLine[] {
    return [...this.#days]
      .filter(([day]) => day >= dayOf(from) && day <= dayOf(to))
      .flatMap(([, lines]) => lines)
      .filter(({ at }) => at >= from && at <= to)
      .sort((a, b) => a.at - b.at)
  }

  #enter(line: StatementLine): void {
    const day = dayOf(line.at)
    const lines = this.#days.get(day)
    if (lines) lines.push(line)
    else this.#days.set(day, [line])
  }
}

/** A forged or unlisted notice has no line on the bank statement; a forged one reports money that never arrived. */
function creditOf({ id, amount, number, fault, paidAt }: Payment): StatementLine[] {
  if (fault === 'forged' || fault === 'unlisted') return []
  return [
    {
      at: Date.parse(paidAt),
      type: 'CREDIT',
      amount,
      transactionId: id,
      remark: `VA ${number}`,
      detailInfo: { paymentRequestId: id, virtualAccountNo: number },
    },
  ]
}

/** One statement line each time the transfer is paid, and one for each return. */
function linesOf(transfer: Transfer): StatementLine[] {
  const { account, amount, partnerReferenceNo, referenceNo, fault } = transfer
  if (fault === 'unstated') return []
  const line = (type: StatementLine['type'], remark: string) => (at: number, place: number) => ({
    at,
    type,
    amount: fault === 'statedMore' ? amount + 1_000 : amount,
    transactionId: place === 0 ? referenceNo : `${referenceNo}-${place + 1}`,
    remark: `${remark} ${account}`,
    detailInfo: { partnerReferenceNo },
  })
  return [
    ...turnsTo(transfer, '00').map(line('DEBIT', 'TRF')),
    ...turnsTo(transfer, '04').map(line('CREDIT', 'RETUR')),
  ]
}

import {
  type BankLine,
  BankUnavailable,
  type PayingBank,
  type TransferAnswer,
  type TransferOrder,
  type TransferStatus,
} from '../../../outside/bank/port.ts'

/** What becomes of the next order: taken with this result, or not; and whether the answer says so. */
export type OrderMood =
  | 'paid'
  | 'paid, no answer'
  | 'pending'
  | 'refused'
  | 'not taken'
  | 'never arrives'
  | 'arrives later'
/** What a question for the status is answered: the truth, nothing, or something outdated or wrong. */
export type StatusMood = 'true' | 'away' | 'not found' | 'failed' | 'under way' | 'other amount'

type Transfer = { order: TransferOrder; state: 'on its way' | 'pending' | 'paid' | 'failed' }

export type ModelBank = PayingBank & {
  orderMood: OrderMood
  statusMood: StatusMood
  received(reference: string): number
  /** The rupiah that left for a reference, less what came back. */
  net(reference: string): number
  /** Delivers and decides what is on its way or pending. @returns whether there was anything to decide */
  decide(reference: string, state: 'paid' | 'failed'): boolean
  /** Sends what was paid once more, or returns what was sent, if it can. */
  payAgain(reference: string): boolean
  returnMoney(reference: string): boolean
}

/** A bank in this process, so that tests can have thousands of orders of what it does and says. */
export function makeModelBank(now: () => Date): ModelBank {
  const transfers = new Map<string, Transfer>()
  const orders = new Map<string, number>()
  const lines: BankLine[] = []
  const move = (type: BankLine['type'], { reference, amount }: TransferOrder): void => {
    const bankReference = `B${lines.length}`
    lines.push({ type, amount, at: now(), reference, bankReference, paymentRequestId: null, number: null })
  }
  const end = (transfer: Transfer, state: 'paid' | 'failed'): void => {
    transfer.state = state
    if (state === 'paid') move('DEBIT', transfer.order)
  }
  const net = (reference: string): number =>
    lines
      .filter((line) => line.reference === reference)
      .reduce((sum, { type, amount }) => sum + (type === 'DEBIT' ? amount : -amount), 0)

  const bank: ModelBank = {
    orderMood: 'paid',
    statusMood: 'true',
    received: (reference) => orders.get(reference) ?? 0,
    net,
    decide(reference, state) {
      const transfer = transfers.get(reference)
      if (transfer?.state !== 'on its way' && transfer?.state !== 'pending') return false
      end(transfer, state)
      return true
    },
    payAgain(reference) {
      const transfer = transfers.get(reference)
      if (transfer?.state !== 'paid' || net(reference) !== transfer.order.amount) return false
      move('DEBIT', transfer.order)
      return true
    },
    returnMoney(reference) {
      const transfer = transfers.get(reference)
      if (!transfer || net(reference) <= 0) return false
      move('CREDIT', transfer.order)
      return true
    },
    inquire: async ({ accountName }) => ({ end: 'known', accountName, active: true }),
    async transfer(order): Promise<TransferAnswer> {
      const { orderMood: mood } = bank
      if (mood === 'not taken') return { end: 'not-taken', code: '4291800' }
      orders.set(order.reference, bank.received(order.reference) + 1)
      if (transfers.has(order.reference)) return { end: 'unknown', why: 'duplicate' }
      if (mood === 'never arrives') return { end: 'unknown', why: 'lost' }
      if (mood === 'refused') return { end: 'refused', code: '4031814' }
      const transfer: Transfer = { order, state: mood === 'arrives later' ? 'on its way' : 'pending' }
      transfers.set(order.reference, transfer)
      if (mood.startsWith('paid')) end(transfer, 'paid')
      return mood === 'paid' ? { end: 'paid', bankReference: 'B' } : { end: 'unknown', why: mood }
    },
    async status({ reference }): Promise<TransferStatus> {
      const { statusMood: mood } = bank
      if (mood === 'away') throw new BankUnavailable('away')
      if (mood === 'not found') return { end: 'not-found' }
      if (mood === 'failed') return { end: 'failed', code: 'STATUS_06' }
      if (mood === 'under way') return { end: 'under-way' }
      const transfer = transfers.get(reference)
      if (!transfer || transfer.state === 'on its way') return { end: 'not-found' }
      if (transfer.state === 'pending') return { end: 'under-way' }
      if (transfer.state === 'failed' || net(reference) === 0) return { end: 'failed', code: 'STATUS_06' }
      const { amount } = transfer.order
      return { end: 'paid', bankReference: 'B', amount: mood === 'other amount' ? amount - 1 : amount }
    },
    statement: async (from, to) => ({
      lines: lines.filter(({ at }) => at >= from && at <= to),
      balance: null,
    }),
  }
  return bank
}

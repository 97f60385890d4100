import { type BankLine, type BankStatement, BankUnavailable } from '../port.ts'
import type { RawJson } from './json.ts'
import { amountOf, amountWithoutFractionOf, objectOf, textOf } from './response-fields.ts'
import { readTimestamp } from './timestamp.ts'

type Fields = { [name: string]: RawJson }

/**
 * Reads a bank statement (service 14).
 * @throws BankUnavailable if the list is incomplete or a line cannot be read: an incomplete statement must not be used.
 */
export function readStatement(fields: Fields): BankStatement {
  const { detailData } = fields
  if (textOf(fields, 'hasMore') === 'Y') throw new BankUnavailable('bank: the statement is not whole')
  if (!Array.isArray(detailData)) throw new BankUnavailable('bank: a statement without lines')
  return { lines: detailData.flatMap((line) => readLine(asFields(line))), balance: readBalance(fields) }
}

const asFields = (value: RawJson | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/**
 * Reads one entry of a statement; returns no line if it has not moved money. Banks pay interest and its tax with
 * fractions of a rupiah. Such a line names nothing of ours, so its fraction is left out; with a name of ours it is
 * unreadable, because all our amounts are whole.
 */
function readLine(told: Fields): BankLine[] {
  if (/^(PENDING|FAILED|CANCELL?ED)$/i.test(textOf(told, 'transactionDetailStatus') ?? '')) return []
  const type = textOf(told, 'type')
  const info = objectOf(told, 'detailInfo')
  const isOurs = ['partnerReferenceNo', 'paymentRequestId', 'virtualAccountNo'].some((name) =>
    textOf(info, name),
  )
  const amount = isOurs ? amountOf(told, 'amount') : amountWithoutFractionOf(told, 'amount')
  const at = readTimestamp(textOf(told, 'transactionDate') ?? '')
  if ((type !== 'DEBIT' && type !== 'CREDIT') || amount === null || at === null) {
    throw new BankUnavailable('bank: a line of the statement cannot be read')
  }
  return [
    {
      type,
      amount,
      at: new Date(at),
      reference: textOf(info, 'partnerReferenceNo'),
      bankReference: textOf(told, 'transactionId'),
      paymentRequestId: textOf(info, 'paymentRequestId'),
      number: textOf(info, 'virtualAccountNo')?.trim() ?? null,
      remark: textOf(told, 'remark'),
    },
  ]
}

/** The balance now or at the end of the period; null if the bank does not state it clearly. */
function readBalance({ balance }: Fields): BankStatement['balance'] {
  const first = Array.isArray(balance) ? asFields(balance[0]) : {}
  for (const name of ['endingBalance', 'amount']) {
    const amount = amountWithoutFractionOf(first, name)
    const at = readTimestamp(textOf(objectOf(first, name), 'dateTime') ?? '')
    if (amount !== null && at !== null) return { amount, at: new Date(at) }
  }
  return null
}

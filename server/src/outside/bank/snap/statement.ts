import { type BankLine, type BankStatement, BankUnavailable } from '../port.ts'
import type { RawJson } from './json.ts'
import { amountOf, objectOf, textOf } from './response-fields.ts'
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

/** Reads one entry of a statement; returns no line if it has not moved money. */
function readLine(told: Fields): BankLine[] {
  if (/^(PENDING|FAILED|CANCELL?ED)$/i.test(textOf(told, 'transactionDetailStatus') ?? '')) return []
  const type = textOf(told, 'type')
  const amount = amountOf(told, 'amount')
  const at = readTimestamp(textOf(told, 'transactionDate') ?? '')
  if ((type !== 'DEBIT' && type !== 'CREDIT') || amount === null || at === null) {
    throw new BankUnavailable('bank: a line of the statement cannot be read')
  }
  const info = objectOf(told, 'detailInfo')
  return [
    {
      type,
      amount,
      at: new Date(at),
      reference: textOf(info, 'partnerReferenceNo'),
      bankReference: textOf(told, 'transactionId'),
      paymentRequestId: textOf(info, 'paymentRequestId'),
      number: textOf(info, 'virtualAccountNo')?.trim() ?? null,
    },
  ]
}

/** The balance now or at the end of the period; null if the bank does not state it clearly. */
function readBalance({ balance }: Fields): BankStatement['balance'] {
  const first = Array.isArray(balance) ? asFields(balance[0]) : {}
  for (const name of ['endingBalance', 'amount']) {
    const amount = amountOf(first, name)
    const at = readTimestamp(textOf(objectOf(first, name), 'dateTime') ?? '')
    if (amount !== null && at !== null) return { amount, at: new Date(at) }
  }
  return null
}

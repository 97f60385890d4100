import { type BankLine, BankUnavailable } from '../port.ts'
import type { RawJson } from './json.ts'
import { amountOf, objectOf, textOf } from './told.ts'
import { readTimestamp } from './timestamp.ts'

/**
 * The lines of a bank's statement (service 14).
 * @throws BankUnavailable where it is not the whole list, or a line cannot be read: a list that lacks one is none.
 */
export function readLines(fields: { [name: string]: RawJson }): BankLine[] {
  const { detailData } = fields
  if (textOf(fields, 'hasMore') === 'Y') throw new BankUnavailable('bank: the statement is not whole')
  if (!Array.isArray(detailData)) throw new BankUnavailable('bank: a statement without lines')
  return detailData.map((line) => {
    const told = typeof line === 'object' && line !== null && !Array.isArray(line) ? line : {}
    const type = textOf(told, 'type')
    const amount = amountOf(told, 'amount')
    const at = readTimestamp(textOf(told, 'transactionDate') ?? '')
    if ((type !== 'DEBIT' && type !== 'CREDIT') || amount === null || at === null) {
      throw new BankUnavailable('bank: a line of the statement cannot be read')
    }
    return {
      type,
      amount,
      at: new Date(at),
      reference: textOf(objectOf(told, 'detailInfo'), 'partnerReferenceNo'),
      bankReference: textOf(told, 'transactionId'),
    }
  })
}

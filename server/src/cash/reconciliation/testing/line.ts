import type { Context } from '../../../context.ts'
import type { BankLine } from '../../../outside/bank/port.ts'
import { many } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { referenceOf } from '../../withdrawal/follow-transfer.ts'
import { storeLines } from '../lines.ts'

type Of = { withdrawalId: string; amount: number }
type Type = 'DEBIT' | 'CREDIT'

/**
 * Adds a withdrawal to the statement as sent and returned by the bank.
 * @returns the id of the credit line
 */
export const aGivenBackLine = (context: Context, of: Of): Promise<string> =>
  listLines(context, of, ['DEBIT', 'CREDIT'])

/**
 * Adds a withdrawal to the statement as sent.
 * @returns the id of its line
 */
export const aSentLine = (context: Context, of: Of): Promise<string> => listLines(context, of, ['DEBIT'])

/**
 * Adds lines of these types to the statement.
 * @returns the id of the last one
 */
async function listLines(
  { db, random }: Context,
  { withdrawalId, amount }: Of,
  types: readonly Type[],
): Promise<string> {
  const now = Date.now()
  const lines = types.map((type) => ({
    type,
    amount,
    at: new Date(now),
    reference: referenceOf(withdrawalId),
    bankReference: null,
    paymentRequestId: null,
    number: null,
  }))
  // The statement covers only this instant, so no other stored line is marked as gone.
  const list = { from: new Date(now), to: new Date(now), lines }
  await inTransaction(db, { repeatable: true }, (tx) => storeLines(tx, 1, list, random.uuid))
  const rows = await many<{ id: string }>(
    db,
    'test.listed',
    'select id from bank_line where withdrawal_id = $1 and type = $2',
    [withdrawalId, types.at(-1)],
  )
  return rows[0]?.id ?? ''
}

/**
 * Adds one line to the statement of BNI, without the bank's reference to anything of ours unless one is given.
 * @returns its id
 */
export async function listed(
  { db, random }: Context,
  line: Pick<BankLine, 'type' | 'amount'> & Partial<BankLine>,
): Promise<string> {
  const now = new Date()
  const own = { reference: null, paymentRequestId: null, number: null, at: now, bankReference: random.uuid() }
  const whole = { ...own, ...line }
  const list = { from: now, to: now, lines: [whole] }
  await inTransaction(db, { repeatable: true }, (tx) => storeLines(tx, 1, list, random.uuid))
  const rows = await many<{ id: string }>(
    db,
    'test.listed_line',
    'select id from bank_line where bank_reference = $1',
    [whole.bankReference],
  )
  return rows[0]?.id ?? ''
}

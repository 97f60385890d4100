import type { Context } from '../src/context.ts'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { storeBankAccount } from '../src/lenders/testing.ts'
import { aLender } from './people.ts'
import { holdWithdrawal } from '../src/cash/testing.ts'

/**
 * A lender with a registered account and withdrawals of these amounts in state HELD; no bank is called. `cash` is the
 * balance before, `total` the sum of amounts and fees.
 */
export async function heldWithdrawals(
  context: Context,
  amounts: readonly number[],
): Promise<{ lenderId: number; cash: number; held: { id: string; total: number }[] }> {
  const cash = amounts.reduce((sum, amount) => sum + amount, 1_000_000)
  const { lenderId } = await aLender(context, { cash })
  const account = { accountName: 'Pemberi Dana', accountNumber: '7712345678', bankCode: '014' }
  await perform(context, storeBankAccount, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId, ...account, bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 },
  })
  const { passwordHash } = await one<{ passwordHash: string }>(
    context.db,
    'test.password_hash',
    'select password_hash as "passwordHash" from lender where id = $1',
    [lenderId],
  )
  const held: { id: string; total: number }[] = []
  for (const amount of amounts) {
    const checkedContext = { ...context, checked: { lenderId, session: Buffer.alloc(32), passwordHash } }
    const made = await perform(checkedContext, holdWithdrawal, {
      actor: { kind: 'lender', lenderId },
      input: { ...account, amount, reason: 'Lain-lain', methodPayment: 1 },
    })
    held.push({ id: made.id, total: made.amount + made.transfer_fee })
  }
  return { lenderId, cash, held }
}

import { entriesFor } from '../../../server/testing/entries.ts'
import { writeFileSync } from 'node:fs'
import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'
import { type BankKeys, aBank } from '../../../server/src/cash/testing.ts'
import type { SeedLender } from './lenders.ts'

/** Creates a bank and writes the app's side of its keys to a file, in the format of BANKS_FILE. */
export function makeBank(file: string): BankKeys {
  const keys = aBank(1)
  const { inbound, methodPayment, name } = keys.bank
  const publicKeys = inbound.publicKeys.map((key) => key.export({ type: 'spki', format: 'pem' }))
  const banks = [{ methodPayment, name, inbound: { ...inbound, publicKeys } }]
  writeFileSync(file, JSON.stringify({ banks }), { mode: 0o600 })
  return keys
}

/**
 * Assigns each lender a number of 15 digits at the bank.
 * @returns the numbers, in the lenders' order
 */
export async function seedNumbers(context: Context, lenders: readonly SeedLender[]): Promise<string[]> {
  const numbers = lenders.map((_, index) => `98800${String(index + 1).padStart(10, '0')}`)
  await inTransaction(context.db, { repeatable: false }, (tx) =>
    run(
      tx,
      'bench.numbers',
      `with made as (
         insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
         select number, lender_id, 1, '009', 'BNI', 'Pemberi Dana'
           from unnest($1::text[], $2::bigint[]) as row (number, lender_id) returning lender_id
       ) ${entriesFor('assignVirtualAccount', 'made')}`,
      [numbers, lenders.map(({ lenderId }) => lenderId)],
    ),
  )
  return numbers
}

import { entriesFor } from './entries.ts'
import type { Context } from '../src/context.ts'
import { run } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'

/** Sets the password of a lender whom an operator registered, as the lender does with a code by SMS. */
export async function choosePassword(context: Context, phone: string, password: string): Promise<void> {
  const hash = await context.passwords.hash(password)
  const set = await run(
    context.db,
    'test.choose_password',
    `with changed as (update lender set password_hash = $2 where phone_search = any($1) returning id as lender_id)
     ${entriesFor('resetPassword', 'changed')}`,
    [new Lookup(phone), hash],
  )
  if (set !== 1) throw new Error(`nobody is registered with ${phone}`)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccountFixture, type AccountFixture } from '../../../testing/account.ts'
import { logIn } from '../../../testing/http.ts'
import { storeBankAccount } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(() => fixture.close())

const sql = (text: string, values: unknown[] = []) => fixture.context.db.query({ text, values })

test('SEC-06 a bank account, a contact and a password that the app’s login changes by SQL are found by the audit', async () => {
  const { lenderId } = await logIn(fixture, fixture.app)
  await perform(fixture.context, storeBankAccount, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      ...{ lenderId, accountName: 'Sri', accountNumber: '7711112222', bankBranch: 'Jakarta' },
      ...{ bankCode: '014', bankName: 'Bank', methodPayment: 1 },
    },
  })
  expect(await fixture.books()).toEqual([])
  for (const change of [
    `update lender_bank_account set account_number = '9988776655' where lender_id = $1`,
    `update lender set email = 'x@contoh.example' where id = $1`,
    `update lender set password_hash = 'x' where id = $1`,
  ])
    await sql(change, [lenderId])
  expect(await fixture.books()).toMatchObject(
    ['BANK_ACCOUNT', 'CONTACT', 'PASSWORD'].map((what) => ({
      invariant: 'I50',
      row: { lender_id: lenderId, what },
    })),
  )
})

test('SEC-06 the app’s login cannot note, take back or hide a change itself', async () => {
  for (const text of [
    'delete from lender_change',
    `update lender_change set what = 'CONTACT'`,
    `insert into lender_change (lender_id, what) values (1, 'CONTACT')`,
    'alter table lender disable trigger lender_password_noted',
    'set session_replication_role = replica',
  ])
    await expect(sql(text), text).rejects.toThrow(/permission denied|must be owner/)
  const { lenderId } = await logIn(fixture, fixture.app)
  const noted = () =>
    many(
      fixture.context.db,
      'test.noted',
      'select what from lender_change where lender_id = $1 order by at desc limit 1',
      [lenderId],
    )
  await sql(
    `with told as materialized (select set_config('app.reencrypting', 'on', true))
     update lender set email = 'x@contoh.example' from told where id = $1`,
    [lenderId],
  )
  expect(await noted()).toEqual([{ what: 'CONTACT' }])
})

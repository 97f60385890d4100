import { expect, test } from 'vitest'
import { invariants } from '../../audit/testing.ts'
import type { Database } from '../../platform/db/database.ts'
import { withMigrated } from '../../../testing/migrated.ts'

const before = `
  insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
  values (1, '81000000001', 'Sri', 'sri@contoh.example', 1, 'sign-1', 'x');
  -- A payment recorded by an operator, one from a notice, one assigned from suspense to its lender, and two notices
  -- with the same reference number.
  insert into bank_payment (bank, payment_request_id, id, number, amount, reference_no, lender_id) values
    ('BNI', 'told', '00000000-0000-0000-0000-000000000002', '   988000000000001', 20, 'R-1', 1),
    ('BNI', 'found', '00000000-0000-0000-0000-000000000003', '   988000000000009', 30, 'R-1', null);
  insert into bank_suspense (payment_id, reason, ended_at, lender_id)
  values ('00000000-0000-0000-0000-000000000003', 'NUMBER_UNKNOWN', now(), 1);
  insert into top_up (bank, payment_request_id, lender_id, id, amount) values
    ('BNI', ' slip-1 ', 1, '00000000-0000-0000-0000-000000000001', 10),
    ('BNI', 'told', 1, '00000000-0000-0000-0000-000000000002', 20),
    ('BNI', 'found', 1, '00000000-0000-0000-0000-000000000003', 30);`

/** SQL for one payment that was both in suspense and credited by an operator. */
const twice = `
  insert into bank_payment (bank, payment_request_id, id, number, amount, lender_id)
  values ('BNI', 'twice', '00000000-0000-0000-0000-000000000004', '   988000000000009', 40, null);
  insert into bank_suspense (payment_id, reason) values ('00000000-0000-0000-0000-000000000004', 'NUMBER_UNKNOWN');
  insert into top_up (bank, payment_request_id, lender_id, id, amount)
  values ('BNI', 'twice', 1, '00000000-0000-0000-0000-000000000005', 40);`

const rowsOf = async (db: Database, text: string) => (await db.query({ text })).rows
const brokenIn = (db: Database) =>
  rowsOf(db, `select id from (${invariants.find(({ id }) => id === 'I12c')?.sql}) breach`)

test('FIX-12 the migration merges each earlier payment into one row with all its identifiers', async () => {
  await withMigrated('_one_payment.sql', before, async (db) => {
    expect(
      await rowsOf(
        db,
        'select payment_request_id as id, told_by as by, amount from bank_payment order by amount',
      ),
    ).toEqual([
      { id: ' slip-1 ', by: 'OPERATOR', amount: 10 },
      { id: 'told', by: 'BANK', amount: 20 },
      { id: 'found', by: 'BANK', amount: 30 },
    ])
    expect(
      await rowsOf(
        db,
        `select n.name, p.amount from bank_payment_name n join bank_payment p on p.id = n.payment_id order by 1`,
      ),
    ).toEqual([
      { name: 'FOUND', amount: 30 },
      { name: 'R-1', amount: 20 },
      { name: 'SLIP-1', amount: 10 },
      { name: 'TOLD', amount: 20 },
    ])
    expect(await brokenIn(db)).toEqual([])
    const orphan = `insert into top_up (bank, payment_request_id, lender_id, id, amount)
      values ('BNI', 'new', 1, gen_random_uuid(), 1)`
    await expect(db.query({ text: orphan })).rejects.toThrow('top_up_payment')
  })
})

test('FIX-12 a payment credited twice before the migration is reported by the audit and does not block the migration', async () => {
  await withMigrated('_one_payment.sql', before + twice, async (db) => {
    expect(await brokenIn(db)).toEqual([{ id: '00000000-0000-0000-0000-000000000005' }])
    const orphan = `insert into top_up (bank, payment_request_id, lender_id, id, amount)
      values ('BNI', 'new', 1, gen_random_uuid(), 1)`
    await expect(db.query({ text: orphan })).rejects.toThrow('top_up_payment')
  })
})

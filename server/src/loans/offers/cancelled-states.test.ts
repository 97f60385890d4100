import { expect, test } from 'vitest'
import { withMigrated } from '../../../testing/migrated.ts'

const id = (n: number) => `'00000000-0000-0000-0000-${String(n).padStart(12, '0')}'`

/**
 * SQL that inserts a cancelled loan of a cancelled product, a released funding of it, and its notice, all with the
 * former names of the states.
 */
const before = `
  set session_replication_role = replica;
  insert into bulk_product (id, secure_id, number, partner_name, loan_type_id, status, loans, total, source_hash)
  values (1, 'p', 'PRD-1', 'Koperasi', 1, 'WITHDRAWN', 1, 500, decode(repeat('00', 32), 'hex'));
  insert into loan_position (loan_id, status, total, minimum, offer_from, offer_until, loan_type_id, tenor, escrow_account)
  values (1, 'WITHDRAWN', 500, 100, '2026-01-01', '2026-02-01', 1, 3, 1),
         (2, 'FUNDED', 500, 100, '2026-01-01', '2026-02-01', 1, 3, 1);
  insert into funding (lender_id, id, loan_id, amount, state, expected_interest, sign_before, ended_at)
  values (1, ${id(1)}, 1, 100, 'WITHDRAWN', 5, now(), now()),
         (1, ${id(2)}, 2, 200, 'SETTLED', 5, now(), now());
  insert into notice (lender_id, id, kind, data) values
    (1, ${id(21)}, 'FUNDING_WITHDRAWN', '{"loanNumber":"L-1","amount":100}'),
    (1, ${id(22)}, 'WITHDRAWAL_RETURNED', '{"amount":100}');
  set session_replication_role = origin;`

test('a migration renames the status WITHDRAWN to CANCELLED for loans, fundings, products and notifications', async () => {
  await withMigrated('_cancelled.sql', before, async (db) => {
    const valuesOf = async (text: string) =>
      (await db.query<{ value: string }>({ text })).rows.map(({ value }) => value)
    expect(await valuesOf('select status as value from loan_position order by loan_id')).toEqual([
      'CANCELLED',
      'FUNDED',
    ])
    expect(await valuesOf('select state as value from funding order by id')).toEqual(['CANCELLED', 'SETTLED'])
    expect(await valuesOf('select status as value from bulk_product')).toEqual(['CANCELLED'])
    expect(await valuesOf('select kind as value from notice order by id')).toEqual([
      'FUNDING_CANCELLED',
      'WITHDRAWAL_RETURNED',
    ])
    // The database refuses the former name now, no function contains it, and the guard triggers still work.
    await expect(
      db.query({ text: `update loan_position set status = 'WITHDRAWN' where loan_id = 1` }),
    ).rejects.toThrow('loan_position_status_check')
    await expect(db.query({ text: `update funding set state = 'WITHDRAWN'` })).rejects.toThrow(
      'funding_state_check',
    )
    await expect(db.query({ text: `update bulk_product set status = 'WITHDRAWN'` })).rejects.toThrow(
      'bulk_product_status_check',
    )
    expect(
      await valuesOf(`select proname as value from pg_proc
        where pronamespace = 'public'::regnamespace and prosrc like '%''WITHDRAWN''%' and proname <> 'guard_loan_vote'`),
    ).toEqual([])
    expect(
      await valuesOf(`select tgname as value from pg_trigger where not tgisinternal and tgenabled <> 'O'`),
    ).toEqual([])
    await expect(db.query({ text: 'update funding set amount = amount + 1' })).rejects.toThrow()
    await expect(db.query({ text: 'delete from funding' })).rejects.toThrow()
  })
})

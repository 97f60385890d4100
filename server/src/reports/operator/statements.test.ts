import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { accountOf, openAccount, postMany } from '../../books/index.ts'
import { one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { logIn } from '../../../testing/http.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, pathOf } = operatorAtWork()
const { app, lender } = lenderBeside(fixture)

describe('SRV-01 statements', () => {
  test('the operator prints a lender’s ledger with a running balance as CSV', async () => {
    const result = await operator(['statements', 'lender', '--phone', lender().phone])
    const [header, line, end, ...more] = result.out.split('\r\n')
    expect(header).toBe('\uFEFFnumber;at;business_day;kind;reference;transfer;amount;balance')
    expect(line).toMatch(
      /^1;\d{4}-\d\d-\d\dT[\d:.]+Z;\d{4}-\d\d-\d\d;TOP_UP;[\w-]+;[\w-]{36};1000000;1000000$/,
    )
    expect([end, more]).toEqual(['', []])

    const path = pathOf('statement.csv')
    const args = ['--json', 'statements', 'lender', '--phone', lender().phone]
    expect((await operator([...args, '--out', path])).json).toEqual({
      lenderId: lender().lenderId,
      lines: 1,
      opening: 0,
      credited: 1_000_000,
      debited: 0,
      closing: 1_000_000,
      file: path,
    })
    expect(await readFile(path, 'utf8')).toBe(result.out)
    expect((await operator(args)).exit).toBe(2)
    expect((await operator([...args, '--out', pathOf('no', 'such', 'folder')])).exit).toBe(2)
    const later = await operator([...args, '--out', pathOf('later.csv'), '--from', '2099-01-01'])
    expect(later.json).toMatchObject({ lines: 0, opening: 1_000_000, closing: 1_000_000 })
    const earlier = await operator([...args, '--out', pathOf('earlier.csv'), '--until', '2001-01-01'])
    expect(earlier.json).toMatchObject({ lines: 0, opening: 0, closing: 0 })
  })

  test('a ledger extract of thousands of lines is complete and in order', async () => {
    const { phone } = await logIn(fixture(), app())
    const { id } = await one<{ id: number }>(
      fixture().context.db,
      'test.lender',
      'select id from lender where phone = $1',
      [phone],
    )
    await topUps(id, 2_345)
    const lines = (await operator(['statements', 'lender', '--phone', phone])).out
      .trim()
      .split('\r\n')
      .slice(1)
    let balance = 0
    for (const [place, line] of lines.entries()) {
      const cells = line.split(';')
      balance += Number(cells[6])
      expect([Number(cells[0]), Number(cells[7])]).toEqual([place + 1, balance])
    }
    expect(lines).toHaveLength(2_345)
  })
})

/** Records many small top-ups in a few transactions. */
async function topUps(lenderId: number, count: number): Promise<void> {
  const { context } = fixture()
  const ids = Array.from({ length: count }, () => context.random.uuid())
  const journal = context.random.uuid()
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const inserted = await run(
      tx,
      'test.top_ups',
      `with payment as (
         insert into bank_payment (bank, payment_request_id, lender_id, id, amount, told_by)
         select 'BNI', id::text, $2, id, n, 'STATEMENT' from unnest($1::uuid[]) with ordinality as row (id, n)
         on conflict do nothing returning *
       ), named as (
         insert into bank_payment_name (bank, name, payment_id) select bank, upper(payment_request_id), id from payment
       )
       insert into top_up (bank, payment_request_id, lender_id, id, amount)
       select bank, payment_request_id, lender_id, id, amount from payment`,
      [ids, lenderId],
    )
    if (inserted === 0) return
    const clearing = await openAccount(tx, context.random.id(), 'BANK_CLEARING', 1)
    const cash = await accountOf(tx, 'LENDER_CASH', lenderId)
    await postMany(
      tx,
      ids.map((ref, place) => ({
        id: journal,
        kind: 'TOP_UP' as const,
        ref,
        movements: [{ debit: clearing, credit: cash, amount: place + 1 }],
        newId: context.random.uuid,
      })),
    )
  })
}

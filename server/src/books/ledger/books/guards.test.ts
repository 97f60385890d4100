import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, many } from '../../../platform/db/database.ts'
import { aDraftLoan } from '../../../../testing/loans.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../../testing/people.ts'
import { aDisbursedLoan } from '../../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../../testing/held-withdrawal.ts'
import { aPayingBank } from '../../../cash/testing.ts'
import { invariants } from '../../../audit/testing.ts'

let fixture: Fixture
/**
 * A connection as the owner of the tables: whatever is refused to the owner is also refused to every role of the
 * application.
 */
let owner: Database

beforeAll(async () => {
  fixture = await makeFixture()
  owner = new Database({ url: fixture.databaseUrl, size: 2 })
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  await signFunding(
    context,
    (await reserveFunding(context, { lenderId, ...loan, amount: 1_000_000 })).fundingId,
  )
  await reserveFunding(context, { lenderId, ...loan, amount: 2_000_000 })
  await aDisbursedLoan(context, [600_000, 400_000], {
    interestType: 'FLAT',
    tenor: 3,
    disbursedOn: '2026-01-31',
  })
  await heldWithdrawals({ ...context, banks: [aPayingBank()] }, [200_000])
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await owner.close()
  await fixture.close()
})

describe('the database’s triggers refuse', () => {
  test.each([
    ['a changed amount of an agreement', 'update agreement set amount = amount + 1'],
    ['the deletion of an agreement', 'delete from agreement'],
    ['a changed lender of a credited payment', 'update top_up set lender_id = lender_id + 1'],
    ['the deletion of credited payments', 'truncate top_up cascade'],
    ['a changed amount of a hold', 'update hold set amount = amount + 1'],
    ['a changed account of a hold', 'update hold set account_id = account_id + 1'],
    ['ending a hold twice', `update hold set state = 'OPEN', ended_at = null where state <> 'OPEN'`],
    ['the deletion of a hold', 'delete from hold'],
    ['a changed kind of an account', `update account set kind = 'SUSPENSE' where kind = 'LENDER_CASH'`],
    ['a changed owner of an account', 'update account set owner_id = owner_id + 1'],
    ['an account that no longer has a balance', 'update account set authorising = not authorising'],
    ['a changed id of an account', 'update account set id = -id'],
    ['the deletion of an account', `delete from account where kind = 'PLATFORM_FEE'`],
    ['a changed loan of a funding', 'update funding set loan_id = loan_id + 1'],
    ['a changed amount of a funding', 'update funding set amount = amount + 1'],
    ['the deletion of a funding', 'delete from funding'],
    ['a changed destination of a withdrawal', 'update withdrawal set account_version = account_version + 1'],
    ['a changed amount of a withdrawal', 'update withdrawal set amount = amount + 1'],
    ['a changed due date of an installment', 'update installment set due_date = due_date + 1'],
    ['a changed interest of an installment', 'update installment set interest = interest + 1'],
    ['the deletion of an installment', 'delete from installment'],
    ['a changed interest of a published loan', 'update loan set interest = interest / 2'],
    ['a changed purpose of a published loan', 'update loan set purpose = purpose || $$x$$'],
    ['a changed minimum of a published loan', 'update loan_position set minimum = minimum - 1'],
    ['a higher total of a published loan', 'update loan_position set total = total + 1'],
    [
      'a total of a published loan below what is funded',
      'update loan_position set total = funded + reserved - 1 where funded > 0',
    ],
    ['the deletion of a published loan', 'delete from loan_position'],
    [
      'turning a published loan back into a draft',
      `update loan_position set status = 'DRAFT' where status <> 'DRAFT'`,
    ],
    ['marking a published loan as a deleted draft', `update loan_position set status = 'DELETED'`],
    [
      'another consent of a published loan',
      `update loan set consent_reference = 'X' where consent_reference is not null`,
    ],
  ])('the database triggers refuse %s', async (_, sql) => {
    const refused = owner.pool.query(sql)
    await expect(refused).rejects.toMatchObject({ code: '23000' })
  })

  test('the database triggers allow changes to the terms and total of a draft loan', async () => {
    const { loanNumber } = await aDraftLoan(fixture.context)
    const change = `with changed as (update loan set interest = interest / 2 where loan_number = $1 returning id)
      update loan_position set total = total + 100000 from changed where loan_id = changed.id`
    expect((await owner.pool.query(change, [loanNumber])).rowCount).toBe(1)
  })
})

test('I26 and I26b, the audit invariants about guard triggers, list every guard trigger that the migrations create', async () => {
  const made = await many<{ relation: string; name: string }>(
    owner,
    'test.guards',
    // A partition is looked at with its table.
    `select coalesce(i.inhparent, c.oid)::regclass::text as relation, t.tgname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid left join pg_inherits i on i.inhrelid = c.oid
      where t.tgname ~ '_(append_only|kept|not_deleted)$' and not t.tgisinternal`,
  )
  const named = invariants.filter(({ id }) => id.startsWith('I26')).map(({ sql }) => sql)
  const elsewhere = ['lender_virtual_account_kept']
  const forgotten = made.filter(
    ({ relation, name }) => !elsewhere.includes(name) && !named.some((sql) => sql.includes(`'${relation}'`)),
  )
  expect(forgotten).toEqual([])
})

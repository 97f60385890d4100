import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Database, many, one } from '../../platform/db/database.ts'
import { insertOpenLoans } from '../../../testing/open-loans.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { findPage } from './find-page.ts'
import { foldListing } from './fold-listing.ts'
import { listMarketplace } from './list.ts'

let fixture: Fixture
/** A connection as the owner of the tables, which has more rights than the application. */
let owner: Database

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it changes many rows at once' })
  owner = new Database({ url: fixture.databaseUrl, size: 8 })
})
afterEach(() => fixture.travel(undefined))
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

const open = `p.status = 'OFFERED' and p.alone and p.total > p.funded + p.reserved
  and business_day(app_now()) between p.offer_from and p.offer_until`

type Filter = { tenor?: string; loanTypeId?: string }
const filters: Filter[] = [
  {},
  { tenor: '2' },
  { loanTypeId: '1' },
  { loanTypeId: '1,3', tenor: '1' },
  { tenor: '99' },
]

/** The expected list, computed from the loans themselves: the open loans with the last days of their offers. */
const truth = async ({ tenor, loanTypeId }: Filter): Promise<Map<number, string>> => {
  const rows = await many<{ loanId: number; until: string }>(
    fixture.context.db,
    'test.truth',
    `select p.loan_id as "loanId", p.offer_until as until from loan_position p where ${open}
        and ($1::int is null or p.tenor = $1) and ($2::bigint[] is null or p.loan_type_id = any($2))`,
    [tenor ?? null, loanTypeId?.split(',') ?? null],
  )
  return new Map(rows.map(({ loanId, until }) => [loanId, until]))
}

/** Reads every page of the list and asserts that each open loan appears once, in the order of the last days. */
async function expectWhole(filter: Filter): Promise<void> {
  const wanted = await truth(filter)
  const limit = 7
  const seen: { loanId: number; dueDate: string }[] = []
  for (let page = 1; page <= Math.ceil(wanted.size / limit) + 1; page += 1) {
    const { list, pagination } = await listMarketplace(fixture.context, { ...filter, page, limit })
    expect(pagination).toEqual({ totalData: wanted.size, totalPage: Math.ceil(wanted.size / limit), page })
    expect(list).toHaveLength(Math.max(0, Math.min(limit, wanted.size - (page - 1) * limit)))
    seen.push(...list)
  }
  expect(new Map(seen.map(({ loanId, dueDate }) => [loanId, dueDate]))).toEqual(wanted)
  expect(seen).toHaveLength(wanted.size)
  const days = seen.map(({ dueDate }) => dueDate)
  expect(days).toEqual(days.toSorted())
}

/** Changes that add loans to the list or remove them, each applied to a part of the loans. */
const ways = [
  'reserved = total - funded',
  'reserved = 0',
  `status = 'CANCELLED'`,
  `status = 'OFFERED'`,
  `status = 'FUNDED'`,
  'alone = not alone',
  'offer_until = offer_until + 3',
  'offer_from = offer_from + 2',
]

describe('counts behind the marketplace pages', () => {
  test('DOOR-13 every marketplace page lists open loans once and in order after loans were listed and unlisted', async () => {
    await insertOpenLoans(owner, { loans: 90, days: 5, types: 3, tenors: 3 })
    let folded = 0
    for (const [round, way] of ways.entries()) {
      await owner.query({ text: `update loan_position set ${way} where loan_id % ${round + 2} = 0` })
      for (const filter of filters) await expectWhole(filter)
      // Adds the changes to the stored counts in some rounds, which must not change any answer.
      if (round % 3 === 1) folded += await foldListing(fixture.context)
      if (round % 3 === 1) for (const filter of filters) await expectWhole(filter)
    }
    // Which loans change is random, so a single round may change none.
    expect(folded).toBeGreaterThan(0)
  })

  test('DOOR-13 counts of open loans stay correct while some transactions change loans and others aggregate the changes', async () => {
    await insertOpenLoans(owner, { loans: 600, days: 4, types: 2, tenors: 2 })
    const change = (part: number) =>
      owner.query({
        text: `update loan_position set reserved = case reserved when 0 then total - funded else 0 end
                where loan_id in (select loan_id from loan_position where loan_id % 40 = $1 order by 1 for update)`,
        values: [part],
      })
    const expectRight = async () => {
      for (const filter of filters) {
        const { total } = await findPage(fixture.context.db, asked(filter))
        expect(total).toBe((await truth(filter)).size)
      }
    }
    await Promise.all([
      ...Array.from({ length: 80 }, (_, index) => change(index % 40)),
      ...Array.from({ length: 30 }, () => foldListing(fixture.context)),
    ])
    await expectRight()
    await foldListing(fixture.context)
    const left = await one<{ left: number }>(
      owner,
      'test.left',
      'select count(*) as left from listing_change',
    )
    expect(left).toEqual({ left: 0 })
    await expectRight()
  })
})

const asked = ({ tenor, loanTypeId }: Filter, offset = 0) => ({
  tenor: tenor === undefined ? null : Number(tenor),
  loanTypeIds: loanTypeId?.split(',') ?? null,
  offset,
  limit: 10,
})

test('DOOR-13 marketplace pages list only offers that are open on the day of reading', async () => {
  await owner.query({
    text: 'update loan_position set offer_from = offer_from + 2 + (loan_id % 3)::int where loan_id % 50 = 1',
  })
  await owner.query({ text: `update loan_position set status = 'CANCELLED' where loan_id % 50 > 1` })
  for (const days of [0, 1, 2, 3, 5]) {
    fixture.travel(`${days} days`)
    for (const filter of filters) await expectWhole({ tenor: '4', ...filter })
    await foldListing(fixture.context)
    await expectWhole({ tenor: '3' })
  }
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readPdf, structureFaults } from '../../documents/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one } from '../../platform/db/database.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator as actor, servicingOf } from '../../../testing/loan-operations.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { transferHoldings } from './index.ts'

let fixture: Fixture
const { cash, repay } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** 900,000 over 3 months at 12% flat, of which the first lender has 600,000. */
const aLoan = () =>
  aDisbursedLoan(fixture.context, [600_000, 300_000], {
    ...{ interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH', disbursedOn: '2026-01-31' },
  })
const holderOf = (loan: LentLoan): number => loan.fundings[0]?.lenderId ?? 0
let documents = 0
const transfer = (
  fromLender: number,
  toLender: number,
  more: Partial<Parameters<typeof transferHoldings.run>[1]> = {},
) =>
  perform(fixture.context, transferHoldings, {
    actor,
    input: {
      ...{ fromLender, toLender, valueDate: '2026-03-01', kind: 'DEATH', reason: 'waris' },
      document: { name: `SKW ${(documents += 1)}`, sha256: 'ab'.repeat(32) },
      ...{ loanNumbers: null, price: null },
      ...more,
    },
  })

/** The addendum of a transfer, with the hash of its bytes as they are stored. */
const addendumOf = (orderId: string | null) =>
  one<{ bytes: Buffer; price: number | null; sha256: string }>(
    fixture.context.db,
    'test.addendum',
    `select a.bytes, a.price, encode(sha256(a.bytes), 'hex') as sha256 from transfer_addendum a
      where a.id = (select min(addendum) from holding_transfer_record where order_id = $1)`,
    [orderId],
  )
const textOf = async (bytes: Buffer) => (await readPdf(bytes)).map(({ text }) => text).join(' ')

test('OPS-04 the addendum is a tagged PDF that names both holders, ground, document and its hash, day, and the unpaid principal of each loan', async () => {
  const loan = await aLoan()
  const { lenderId: heir } = await aLender(fixture.context)
  await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 309_000 })
  const done = await transfer(holderOf(loan), heir)
  const { bytes, price, sha256 } = await addendumOf(done.orderId)
  expect([price, sha256]).toEqual([null, done.addendumSha256])
  expect(await structureFaults(bytes)).toEqual([])
  const text = await textOf(bytes)
  const names = await many<{ name: string }>(
    fixture.context.db,
    'test.names',
    'select name from lender where id = any($1)',
    [[holderOf(loan), heir]],
  )
  expect(names).toHaveLength(2)
  for (const part of [
    ...names.map(({ name }) => name),
    'Pewarisan',
    `SKW ${documents}`,
    '1 Maret 2026',
    loan.loanNumber,
  ])
    expect(text).toContain(part)
  expect(text).toContain('Rp400.000')
  expect(text.replaceAll(/\s/g, '')).toContain('ab'.repeat(32))
  expect(text).not.toContain('Harga')
})

test('OPS-04 the price of an assignment stands in its addendum and moves no money; another kind has none, and another price is refused', async () => {
  const loan = await aLoan()
  const { lenderId: buyer } = await aLender(fixture.context)
  const sold = { kind: 'ASSIGNMENT', price: 550_000 } as const
  const document = { name: `Cessie ${loan.loanNumber}`, sha256: 'ab'.repeat(32) }
  await expect(transfer(holderOf(loan), buyer, { price: 1 })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  })
  for (const price of [0, -1, 0.5])
    await expect(transfer(holderOf(loan), buyer, { ...sold, price })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
  const { orderId } = await transfer(holderOf(loan), buyer, { ...sold, document })
  const { bytes, price } = await addendumOf(orderId)
  expect(price).toBe(550_000)
  const text = await textOf(bytes)
  expect(text).toContain('Rp550.000')
  expect(text).toContain('langsung kepada Pemegang semula')
  expect([await cash(holderOf(loan)), await cash(buyer)]).toEqual([0, 0])
  expect(await transfer(holderOf(loan), buyer, { ...sold, document })).toMatchObject({ orderId: null })
  const other = transfer(holderOf(loan), buyer, { ...sold, document, price: null })
  await expect(other).rejects.toMatchObject({ code: 'TRANSFER_PRICE_DIFFERS' })
})

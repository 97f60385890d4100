import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aLender } from '../../../testing/people.ts'
import { many, one } from '../../platform/db/database.ts'
import { recorded } from '../../../testing/recorded.ts'
import {
  accountOf,
  advanceCash,
  collectReceivables,
  lendersWithReceivables,
  lockAccounts,
  post,
} from './index.ts'
import { recordedBalance } from './recorded-balance.ts'
import { type LedgerScenario, makeLedger } from './testing/accounts.ts'

let ledger: LedgerScenario
beforeAll(async () => {
  ledger = await makeLedger()
})
afterAll(() => ledger.close())
afterEach(async () => expect(await ledger.unsound()).toEqual([]))

type Debtor = { lenderId: number; account: number; additional: number }

/** A lender who owes an amount, with this on their two cash accounts. */
async function debtor({
  owed = 50,
  cash = 0,
  more = 0,
}: {
  owed?: number
  cash?: number
  more?: number
}): Promise<Debtor> {
  const { db, within, fixture } = ledger
  const { lenderId } = await aLender(fixture.context, { cash })
  const account = await accountOf(db, 'LENDER_CASH', lenderId)
  const additional = await ledger.open('LENDER_CASH_ADDITIONAL', lenderId)
  if (owed > 0) {
    // Their debt comes from an advance, of which they have nothing left.
    await within(async (tx) => {
      const locked = (await lockAccounts(tx, [account])).get(account)
      if (locked) await advanceCash(tx, fixture.context.random, locked, owed + locked.balance)
    })
    await pay(account, await ledger.open('BANK_CLEARING', 1), owed)
  }
  if (more > 0) await pay(await ledger.open('BANK_CLEARING', 1), additional, more)
  return { lenderId, account, additional }
}
async function pay(debit: number, credit: number, amount: number): Promise<void> {
  const { newId, within } = ledger
  const id = newId()
  await within((tx) =>
    post(tx, { id, kind: 'TOP_UP', ref: id, movements: [{ debit, credit, amount }], newId }),
  )
}
const owedBy = async (lenderId: number) =>
  (
    await one<{ owed: number }>(
      ledger.db,
      'test.owed',
      'select owed from lender_receivable where lender_id = $1',
      [lenderId],
    )
  ).owed
const collect = (...lenders: Debtor[]) =>
  ledger.within((tx) =>
    collectReceivables(
      tx,
      ledger.fixture.context.random,
      lenders.map(({ lenderId }) => lenderId),
    ),
  )
const history = (lenderId: number) =>
  many<{ id: string; type: number; amount: number }>(
    ledger.db,
    'test.history',
    'select id, type, amount from lender_correction where lender_id = $1 order by created_at, id',
    [lenderId],
  )
const balances = async ({ account, additional }: Debtor) => [
  (await ledger.state(account)).balance,
  (await ledger.state(additional)).balance,
]

describe('FIX-14 advancing cash', () => {
  test('a payment that the bank has made already is advanced as far as free cash does not cover it, and the lender owes the advance', async () => {
    const { db, fixture, hold, transfers, within } = ledger
    const { lenderId } = await aLender(fixture.context, { cash: 100 })
    const account = await accountOf(db, 'LENDER_CASH', lenderId)
    await hold(account, 70)
    const advance = (wanted: number) =>
      within(async (tx) => {
        const locked = (await lockAccounts(tx, [account])).get(account)
        return locked ? advanceCash(tx, fixture.context.random, locked, wanted) : null
      })
    expect(await advance(30)).toBe(0)
    expect(await history(lenderId)).toEqual([])
    expect(await advance(31)).toBe(1)
    expect(await ledger.state(account)).toMatchObject({ balance: 101, held: 70 })
    expect(await advance(51)).toBe(20)
    expect(await ledger.state(account)).toMatchObject({ balance: 121, held: 70 })
    expect(await owedBy(lenderId)).toBe(21)
    expect(await recordedBalance(db, 'LENDER_RECEIVABLE', lenderId)).toBe(-21)
    const shown = await history(lenderId)
    expect(shown.map(({ type, amount }) => [type, amount])).toEqual([
      [6, 1],
      [6, 20],
    ])
    const receivable = await accountOf(db, 'LENDER_RECEIVABLE', lenderId)
    expect(await transfers(shown[1]?.id ?? '')).toMatchObject([
      { kind: 'ADVANCE', debit: receivable, credit: account, amount: 20 },
    ])
  })
})

describe('FIX-14 collecting receivables', () => {
  test('the debt of a lender is collected from their free cash, and the collection is in their history', async () => {
    const owing = await debtor({ owed: 50 })
    await pay(await ledger.open('BANK_CLEARING', 1), owing.account, 80)
    await ledger.hold(owing.account, 60)
    expect(await collect(owing)).toBe(20)
    expect(await owedBy(owing.lenderId)).toBe(30)
    expect(await balances(owing)).toEqual([60, 0])
    const shown = (await history(owing.lenderId)).at(-1)
    expect(shown).toMatchObject({ type: 5, amount: -20 })
    const receivable = await accountOf(ledger.db, 'LENDER_RECEIVABLE', owing.lenderId)
    expect(await ledger.transfers(shown?.id ?? '')).toMatchObject([
      { kind: 'RECOVERY', debit: owing.account, credit: receivable, amount: 20 },
    ])
    expect(await recordedBalance(ledger.db, 'LENDER_RECEIVABLE', owing.lenderId)).toBe(-30)
  })

  test('a collection takes exactly the debt, from the additional account only what the main account lacks', async () => {
    const owing = await debtor({ owed: 50, more: 100 })
    await pay(await ledger.open('BANK_CLEARING', 1), owing.account, 49)
    expect(await collect(owing)).toBe(50)
    expect(await balances(owing)).toEqual([0, 99])
    expect(await owedBy(owing.lenderId)).toBe(0)
    const last = (await history(owing.lenderId)).length
    expect(await collect(owing)).toBe(0)
    expect(await balances(owing)).toEqual([0, 99])
    expect(await history(owing.lenderId)).toHaveLength(last)
  })

  test('a debt of one rupiah is collected from free cash of one rupiah', async () => {
    const owing = await debtor({ owed: 1, more: 1 })
    expect(await collect(owing)).toBe(1)
    expect(await balances(owing)).toEqual([0, 0])
  })

  test('a collection takes cash only from the lenders it names, from each their own debt', async () => {
    const [first, second, other] = [
      await debtor({ owed: 10, more: 30 }),
      await debtor({ owed: 20, more: 30 }),
      await debtor({ owed: 5, more: 30 }),
    ]
    const nothing = await debtor({ owed: 0, more: 30 })
    expect(await collect(second, nothing, first)).toBe(30)
    expect([await balances(first), await balances(second)]).toEqual([
      [0, 20],
      [0, 10],
    ])
    expect([await balances(other), await balances(nothing)]).toEqual([
      [0, 30],
      [0, 30],
    ])
    expect([await owedBy(first.lenderId), await owedBy(other.lenderId)]).toEqual([0, 5])
  })

  test('collecting receivables locks no accounts of lenders who owe nothing', async () => {
    const [nothing, settled] = [await debtor({ owed: 0, more: 30 }), await debtor({ owed: 5, more: 30 })]
    await collect(settled)
    const { names } = await ledger.within(async (tx) => {
      const sent = recorded(tx)
      const lenders = [nothing.lenderId, settled.lenderId]
      expect(await collectReceivables(sent.db, ledger.fixture.context.random, lenders)).toBe(0)
      return sent
    })
    expect(names).toEqual(['books.ledger.owed'])
  })

  test('a collection locks the cash accounts of the lenders it names, and no other account', async () => {
    const other = await debtor({ owed: 10, more: 30 })
    const isLocked = async (accountOf: (owing: Debtor) => number | Promise<number>) => {
      const owing = await debtor({ owed: 10, more: 30 })
      const account = await accountOf(owing)
      return ledger.isBlocked(
        (tx) => collectReceivables(tx, ledger.fixture.context.random, [owing.lenderId]),
        (tx) => lockAccounts(tx, [account]),
      )
    }
    expect(await isLocked(({ account }) => account)).toBe(true)
    expect(await isLocked(({ additional }) => additional)).toBe(true)
    expect(await isLocked(() => other.account)).toBe(false)
    expect(await isLocked(() => other.additional)).toBe(false)
    expect(await isLocked(({ lenderId }) => ledger.open('LOAN_ESCROW', lenderId))).toBe(false)
  })

  test('of two collections from one lender at the same time, the second waits for the first and takes nothing', async () => {
    const owing = await debtor({ owed: 50, more: 80 })
    let second: Promise<number> | undefined
    const first = await ledger.within(async (tx) => {
      const taken = await collectReceivables(tx, ledger.fixture.context.random, [owing.lenderId])
      second = collect(owing)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return taken
    })
    expect([first, await second]).toEqual([50, 0])
    expect(await balances(owing)).toEqual([0, 30])
  })
})

test('FIX-14 the search for debts to collect returns the lenders who owe money and have free cash on either account', async () => {
  const all = [
    await debtor({ owed: 1, more: 1 }),
    await debtor({ owed: 50 }),
    await debtor({ owed: 0, more: 30 }),
    await debtor({ owed: 7 }),
    await debtor({ owed: 9, more: 5 }),
    await debtor({ owed: 3, more: 5 }),
  ]
  const [additional, poor, , main, reserved, settled] = all as [
    Debtor,
    Debtor,
    Debtor,
    Debtor,
    Debtor,
    Debtor,
  ]
  await pay(await ledger.open('BANK_CLEARING', 1), main.account, 1)
  await ledger.hold(reserved.additional, 5)
  // What an account of another kind has is not their cash.
  await pay(await ledger.open('BANK_CLEARING', 1), await ledger.open('LOAN_ESCROW', poor.lenderId), 9)
  await collect(settled)
  const ids = new Set(all.map(({ lenderId }) => lenderId))
  const found = (await lendersWithReceivables(ledger.db)).filter(({ lenderId }) => ids.has(lenderId))
  expect(found).toEqual(
    [
      { lenderId: additional.lenderId, owed: 1 },
      { lenderId: main.lenderId, owed: 7 },
    ].toSorted((a, b) => a.lenderId - b.lenderId),
  )
})

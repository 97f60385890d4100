import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf, lockAccounts, lockOwners, openAccount, post } from './index.ts'
import { recordedBalance } from './recorded-balance.ts'
import { recorded } from '../../../testing/recorded.ts'
import { type LedgerScenario, makeLedger } from './testing/accounts.ts'

let ledger: LedgerScenario
beforeAll(async () => {
  ledger = await makeLedger()
})
afterAll(() => ledger.close())
afterEach(async () => expect(await ledger.unsound()).toEqual([]))

const newOwner = () => ledger.fixture.context.random.id()

describe('opening accounts', () => {
  test('an owner has one account of each kind, and opening it again finds it', async () => {
    const { open } = ledger
    const [owner, other] = [newOwner(), newOwner()]
    const accounts = [
      await open('LOAN_ESCROW', owner),
      await open('BORROWER_CLEARING', owner),
      await open('LOAN_ESCROW', other),
    ]
    expect(new Set(accounts).size).toBe(3)
    expect([
      await open('LOAN_ESCROW', owner),
      await open('BORROWER_CLEARING', owner),
      await open('LOAN_ESCROW', other),
    ]).toEqual(accounts)
  })

  test('of two transactions that open one account, the second waits and finds it', async () => {
    const { within } = ledger
    const owner = newOwner()
    let second: Promise<number> | undefined
    const first = await within(async (tx) => {
      const opened = await openAccount(tx, newOwner(), 'LOAN_ESCROW', owner)
      second = within((other) => openAccount(other, newOwner(), 'LOAN_ESCROW', owner))
      await new Promise((resolve) => setTimeout(resolve, 200))
      return opened
    })
    expect(await second).toBe(first)
  })
})

describe('locking accounts', () => {
  test('exactly the asked accounts are read, with and without a balance of their own', async () => {
    const { cash, open, within } = ledger
    const first = await cash(100)
    const fee = await open('PLATFORM_FEE')
    const locked = await within((tx) => lockAccounts(tx, [first, fee, first]))
    expect(new Set(locked.keys())).toEqual(new Set([first, fee]))
    expect(locked.get(first)).toMatchObject({ kind: 'LENDER_CASH', authorising: true, balance: 100, held: 0 })
    expect(locked.get(fee)).toMatchObject({ kind: 'PLATFORM_FEE', authorising: false, balance: 0 })
  })

  test('accounts with a balance of their own are locked by one statement', async () => {
    const { cash, within } = ledger
    const [first, second] = [await cash(100), await cash(70)]
    const { names } = await within(async (tx) => {
      const sent = recorded(tx)
      await lockAccounts(sent.db, [first, second])
      return sent
    })
    expect(names).toEqual(['books.ledger.lock'])
  })

  test('an account that does not exist cannot be locked', async () => {
    const account = await ledger.cash(1)
    await expect(ledger.within((tx) => lockAccounts(tx, [account, 5]))).rejects.toThrow(
      'account 5 does not exist',
    )
  })

  test('a locked account makes others wait who lock the same account, and nobody else', async () => {
    const { cash, isBlocked, open } = ledger
    const [first, second] = [await cash(100), await cash(100)]
    const fee = await open('PLATFORM_FEE')
    const locks = (...ids: number[]) =>
      isBlocked(
        (tx) => lockAccounts(tx, [first, fee]),
        (tx) => lockAccounts(tx, ids),
      )
    expect(await locks(first)).toBe(true)
    expect(await locks(second)).toBe(false)
    expect(await locks(fee)).toBe(false)
  })

  test('the accounts of owners are locked by kind, and only those with a balance of their own', async () => {
    const { isBlocked, open, within } = ledger
    const [owner, other, third] = [newOwner(), newOwner(), newOwner()]
    const [cash, ofOther] = [await open('LENDER_CASH', owner), await open('LENDER_CASH', other)]
    await open('LENDER_CASH', third)
    const additional = await open('LENDER_CASH_ADDITIONAL', owner)
    await open('LENDER_RECEIVABLE', owner)
    const locked = await within((tx) => lockOwners(tx, 'LENDER_CASH', [owner, other, owner]))
    const ids = new Map([...locked].map(([key, { id }]) => [key, id]))
    expect(ids).toEqual(
      new Map([
        [owner, cash],
        [other, ofOther],
      ]),
    )
    expect(await within((tx) => lockOwners(tx, 'LENDER_RECEIVABLE', [owner]))).toEqual(new Map())
    const lock = (id: number) =>
      isBlocked(
        (tx) => lockOwners(tx, 'LENDER_CASH', [owner]),
        (tx) => lockAccounts(tx, [id]),
      )
    expect([await lock(cash), await lock(ofOther), await lock(additional)]).toEqual([true, false, false])
  })
})

describe('balances', () => {
  test('the cash of a lender is that of their own first account, and nothing for a lender who has none', async () => {
    const { db, hold, open, within, newId } = ledger
    const [owner, bank] = [newOwner(), await open('BANK_CLEARING', 1)]
    const [cash, additional] = [await open('LENDER_CASH', owner), await open('LENDER_CASH_ADDITIONAL', owner)]
    await within((tx) =>
      post(tx, {
        id: newId(),
        kind: 'TOP_UP',
        ref: newId(),
        movements: [
          { debit: bank, credit: cash, amount: 100 },
          { debit: bank, credit: additional, amount: 7 },
        ],
        newId,
      }),
    )
    await hold(cash, 30)
    expect(await cashOf(db, owner)).toEqual({ available: 70, held: 30 })
    expect(await cashOf(db, newOwner())).toEqual({ available: 0, held: 0 })
  })

  test('the balance of a recording account is what it received less what it paid', async () => {
    const { cash, db, open, within, newId } = ledger
    const [loan, other, from] = [newOwner(), newOwner(), await cash(100)]
    const clearing = await open('BORROWER_CLEARING', loan)
    const excess = await open('BORROWER_EXCESS', loan)
    const ofOther = await open('BORROWER_CLEARING', other)
    await within((tx) =>
      post(tx, {
        id: newId(),
        kind: 'REPAYMENT',
        ref: newId(),
        movements: [
          { debit: from, credit: clearing, amount: 40 },
          { debit: clearing, credit: excess, amount: 15 },
          { debit: clearing, credit: ofOther, amount: 30 },
        ],
        newId,
      }),
    )
    expect(await recordedBalance(db, 'BORROWER_CLEARING', loan)).toBe(-5)
    expect(await recordedBalance(db, 'BORROWER_EXCESS', loan)).toBe(15)
    expect(await recordedBalance(db, 'BORROWER_CLEARING', other)).toBe(30)
  })

  test('the balance of a recording account without a transfer, or that was never opened, is zero', async () => {
    const loan = newOwner()
    await ledger.open('BORROWER_EXCESS', loan)
    expect(await recordedBalance(ledger.db, 'BORROWER_EXCESS', loan)).toBe(0)
    expect(await recordedBalance(ledger.db, 'BORROWER_CLEARING', loan)).toBe(0)
  })
})

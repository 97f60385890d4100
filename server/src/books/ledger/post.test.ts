import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isUniqueViolation } from '../../platform/db/failures.ts'
import { AccountFull, type Journal, LedgerBreach, type Movement, post, postMany } from './index.ts'
import { recorded } from '../../../testing/recorded.ts'
import { type LedgerScenario, makeLedger } from './testing/accounts.ts'

let ledger: LedgerScenario
beforeAll(async () => {
  ledger = await makeLedger()
})
afterAll(() => ledger.close())
afterEach(async () => expect(await ledger.unsound()).toEqual([]))

const journal = (movements: Movement[], more: Partial<Journal> = {}): Journal => ({
  id: ledger.newId(),
  kind: 'FUNDING',
  ref: ledger.newId(),
  movements,
  newId: ledger.newId,
  ...more,
})
const posted = (...journals: Journal[]) => ledger.within((tx) => postMany(tx, journals))
const full = Number.MAX_SAFE_INTEGER

describe('the highest balance', () => {
  test('a balance may reach 2^53-1 and not go beyond it, posted alone or in a batch', async () => {
    const { cash, open, state, within } = ledger
    const [bank, account] = [await open('BANK_CLEARING', 1), await cash(0)]
    const pay = (amount: number) => journal([{ debit: bank, credit: account, amount }])
    const breach = new AccountFull(account, full)
    expect(breach.message).toBe(`account ${account} would hold more than 9007199254740991 rupiah`)
    await within((tx) => post(tx, pay(full)))
    await expect(within((tx) => post(tx, pay(1)))).rejects.toThrow(breach)
    expect(await posted(pay(1))).toEqual([breach])
    expect((await state(account)).balance).toBe(full)
  })

  test('a journal with a highest balance is refused from the first rupiah beyond it', async () => {
    const { cash, open, state, within } = ledger
    const [bank, account] = [await open('BANK_CLEARING', 1), await cash(60)]
    const pay = (amount: number) => journal([{ debit: bank, credit: account, amount }], { maxBalance: 100 })
    await expect(within((tx) => post(tx, pay(41)))).rejects.toThrow(new AccountFull(account, 100))
    await within((tx) => post(tx, pay(40)))
    expect((await state(account)).balance).toBe(100)
    expect(await posted(pay(1))).toEqual([new AccountFull(account, 100)])
  })

  test('an account without a balance of its own has no highest balance', async () => {
    const [account, fee] = [await ledger.cash(200), await ledger.open('PLATFORM_FEE')]
    expect(
      await posted(journal([{ debit: account, credit: fee, amount: 101 }], { maxBalance: 100 })),
    ).toEqual([null])
  })
})

describe('posting one movement', () => {
  test('a journal of one movement is posted by one statement', async () => {
    const [from, to] = [await ledger.cash(100), await ledger.cash(0)]
    const { names } = await ledger.within(async (tx) => {
      const sent = recorded(tx)
      await post(sent.db, journal([{ debit: from, credit: to, amount: 30 }]))
      return sent
    })
    expect(names).toEqual(['books.ledger.post'])
  })

  test('a movement between accounts with and without a balance records the balance of the one that has it', async () => {
    const { cash, open, transfers, within } = ledger
    const [account, fee] = [await cash(100), await open('PLATFORM_FEE')]
    const [out, back] = [
      journal([{ debit: account, credit: fee, amount: 30 }]),
      journal([{ debit: fee, credit: account, amount: 10 }]),
    ]
    for (const one of [out, back]) await within((tx) => post(tx, one))
    const side = { kind: 'FUNDING', creditSeq: null, creditAfter: null, debitSeq: null, debitAfter: null }
    expect(await transfers(out.ref)).toEqual([
      { ...side, debit: account, credit: fee, amount: 30, debitSeq: 2, debitAfter: 70 },
    ])
    expect(await transfers(back.ref)).toEqual([
      { ...side, debit: fee, credit: account, amount: 10, creditSeq: 3, creditAfter: 80 },
    ])
  })

  test('one movement between two accounts leaves every other account alone', async () => {
    const { cash, state, within } = ledger
    const [from, to, other] = [await cash(100), await cash(100), await cash(100)]
    await within((tx) => post(tx, journal([{ debit: from, credit: to, amount: 30 }])))
    expect([await state(from), await state(to), await state(other)]).toEqual([
      { balance: 70, held: 0, seq: 2 },
      { balance: 130, held: 0, seq: 2 },
      { balance: 100, held: 0, seq: 1 },
    ])
  })

  test('paying from or to an account that does not exist is refused', async () => {
    const account = await ledger.cash(100)
    for (const [debit, credit] of [
      [account, 5],
      [5, account],
    ] as const)
      await expect(ledger.within((tx) => post(tx, journal([{ debit, credit, amount: 1 }])))).rejects.toThrow(
        new LedgerBreach(`account ${debit} or ${credit} does not exist`),
      )
  })

  test('a refused movement that is posted without a transaction changes neither account', async () => {
    const { cash, db, state } = ledger
    const [poor, rich, atCeiling] = [await cash(100), await cash(200), await cash(full)]
    const refused = [
      { debit: poor, credit: 5, amount: 1 },
      { debit: 5, credit: poor, amount: 1 },
      { debit: poor, credit: rich, amount: 101 },
      { debit: rich, credit: atCeiling, amount: 1 },
    ]
    for (const movement of refused)
      await expect(post(db, journal([movement]))).rejects.toBeInstanceOf(LedgerBreach)
    expect([await state(poor), await state(rich), await state(atCeiling)]).toEqual([
      { balance: 100, held: 0, seq: 1 },
      { balance: 200, held: 0, seq: 1 },
      { balance: full, held: 0, seq: 1 },
    ])
  })

  test('an error of the database that is no rule of the ledger is passed on as it is', async () => {
    const [from, to] = [await ledger.cash(100), await ledger.cash(0)]
    const id = ledger.newId()
    const same = () => journal([{ debit: from, credit: to, amount: 1 }], { newId: () => id })
    await ledger.within((tx) => post(tx, same()))
    const again = await ledger.within((tx) => post(tx, same())).catch((error: unknown) => error)
    expect(isUniqueViolation(again)).toBe(true)
    expect(again).not.toBeInstanceOf(LedgerBreach)
  })
})

describe('posting a batch', () => {
  test('an empty batch, and one of journals without a movement, sends no statement', async () => {
    const { db, names } = recorded(ledger.db)
    expect(await postMany(db, [])).toEqual([])
    expect(await postMany(db, [journal([])])).toEqual([null])
    expect(names).toEqual([])
  })

  test('a batch of which every journal is refused writes nothing', async () => {
    const [from, to] = [await ledger.cash(100), await ledger.cash(0)]
    const { names } = await ledger.within(async (tx) => {
      const sent = recorded(tx)
      await postMany(sent.db, [journal([{ debit: from, credit: to, amount: 101 }])])
      return sent
    })
    expect(names).toEqual(['books.ledger.lock'])
  })

  test.each([0, -1, 0.5])('a batch of one payment of %d is refused', async (amount) => {
    const [from, to] = [await ledger.cash(100), await ledger.cash(0)]
    expect(await posted(journal([{ debit: from, credit: to, amount }]))).toEqual([
      new LedgerBreach(`amount ${amount} is not whole rupiah`),
    ])
  })

  test('a batch of one payment from an account to itself is refused', async () => {
    const account = await ledger.cash(100)
    expect(await posted(journal([{ debit: account, credit: account, amount: 1 }]))).toEqual([
      new LedgerBreach(`account ${account} cannot pay itself`),
    ])
  })

  test('a refused journal gives back all that it moved, also when it used an account several times', async () => {
    const { cash, state } = ledger
    const [from, to] = [await cash(100), await cash(0)]
    const pay = (amount: number) => ({ debit: from, credit: to, amount })
    const outcomes = await posted(journal([pay(10), pay(20), pay(71)]), journal([pay(5)]))
    expect(outcomes).toEqual([new LedgerBreach(`account ${from} would fall below what is held of it`), null])
    expect([await state(from), await state(to)]).toEqual([
      { balance: 95, held: 0, seq: 2 },
      { balance: 5, held: 0, seq: 1 },
    ])
  })

  test('a payment may use all that is free and not a rupiah of what is on hold', async () => {
    const { cash, hold, state } = ledger
    const [from, to] = [await cash(100), await cash(0)]
    await hold(from, 30)
    const pay = (amount: number) => journal([{ debit: from, credit: to, amount }])
    expect(await posted(pay(71), pay(70), pay(1))).toEqual([
      expect.any(LedgerBreach),
      null,
      expect.any(LedgerBreach),
    ])
    expect(await state(from)).toEqual({ balance: 30, held: 30, seq: 2 })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOfHold,
  LedgerBreach,
  lockAccounts,
  release,
  releaseMany,
  reserve,
  settle,
  settleMany,
  settleParts,
} from './index.ts'
import { recorded } from '../../../testing/recorded.ts'
import { type LedgerScenario, makeLedger } from './testing/accounts.ts'

let ledger: LedgerScenario
beforeAll(async () => {
  ledger = await makeLedger()
})
afterAll(() => ledger.close())
// Not the audit of the books, which asks for the funding of each hold: these holds have none.
afterEach(async () => expect(await ledger.unsound()).toEqual([]))

const to = (credit: number) => ({ credit, kind: 'FUNDING', newId: ledger.newId }) as const

describe('placing holds', () => {
  test('holds lower the free cash of their accounts and not the balance, several of one account together', async () => {
    const { cash, newId, state, within } = ledger
    const [first, second, other] = [await cash(100), await cash(100), await cash(100)]
    await within((tx) =>
      reserve(tx, 'FUNDING', [
        { id: newId(), account: first, amount: 30 },
        { id: newId(), account: second, amount: 5 },
        { id: newId(), account: first, amount: 20 },
      ]),
    )
    expect([await state(first), await state(second), await state(other)]).toEqual([
      { balance: 100, held: 50, seq: 1 },
      { balance: 100, held: 5, seq: 1 },
      { balance: 100, held: 0, seq: 1 },
    ])
  })

  test('a hold on an account without a balance of its own is refused', async () => {
    const account = await ledger.open('PLATFORM_FEE')
    const hold = { id: ledger.newId(), account, amount: 1 }
    await expect(ledger.within((tx) => reserve(tx, 'FUNDING', [hold]))).rejects.toThrow(/account_id/)
  })
})

describe('settling a hold', () => {
  test('settling a hold pays exactly its amount to one account and leaves other holds open', async () => {
    const { cash, hold, holdState, open, state, transfers, within } = ledger
    const [from, escrow] = [await cash(100), await open('LOAN_ESCROW')]
    const [settled, left] = [await hold(from, 60), await hold(from, 30)]
    expect(await within((tx) => settle(tx, settled, to(escrow)))).toBe('settled')
    expect(await state(from)).toEqual({ balance: 40, held: 30, seq: 2 })
    expect(await state(escrow)).toEqual({ balance: 60, held: 0, seq: 1 })
    expect([await holdState(settled), await holdState(left)]).toEqual(['SETTLED', 'OPEN'])
    expect(await transfers(settled)).toEqual([
      {
        kind: 'FUNDING',
        debit: from,
        credit: escrow,
        amount: 60,
        debitSeq: 2,
        creditSeq: 1,
        debitAfter: 40,
        creditAfter: 60,
      },
    ])
  })

  test('a hold is settled in parts down to one rupiah, and a part of nothing is left out', async () => {
    const { cash, hold, newId, open, state, transfers, within } = ledger
    const [from, bank, fee, nobody] = [
      await cash(100),
      await open('BANK_CLEARING'),
      await open('TRANSFER_FEE'),
      await open('PLATFORM_FEE'),
    ]
    const id = await hold(from, 50)
    const parts = [
      { credit: bank, amount: 49 },
      { credit: nobody, amount: 0 },
      { credit: fee, amount: 1 },
    ]
    expect(await within((tx) => settleParts(tx, id, { parts, kind: 'WITHDRAWAL', newId }))).toBe('settled')
    const rows = await transfers(id)
    expect(rows.map(({ credit, amount }) => [credit, amount])).toEqual([
      [bank, 49],
      [fee, 1],
    ])
    expect(await state(from)).toEqual({ balance: 50, held: 0, seq: 3 })
  })

  test.each([[[30, 19]], [[30, 21]], [[]]])(
    'parts %j of a hold of 50 are refused, and nothing moves',
    async (amounts) => {
      const { cash, hold, holdState, newId, open, state, within } = ledger
      const [from, credit] = [await cash(100), await open('BANK_CLEARING')]
      const id = await hold(from, 50)
      const parts = amounts.map((amount) => ({ credit, amount }))
      const settled = within((tx) => settleParts(tx, id, { parts, kind: 'WITHDRAWAL', newId }))
      await expect(settled).rejects.toThrow(
        new LedgerBreach(`the parts of hold ${id} are not the 50 that were reserved`),
      )
      expect([await state(from), await holdState(id)]).toEqual([{ balance: 100, held: 50, seq: 1 }, 'OPEN'])
    },
  )

  test('of two transactions that settle one hold, the second waits and finds it ended', async () => {
    const { cash, hold, open, state, within } = ledger
    const [from, escrow] = [await cash(100), await open('LOAN_ESCROW')]
    const id = await hold(from, 60)
    let second: Promise<string> | undefined
    const first = await within(async (tx) => {
      const end = await settle(tx, id, to(escrow))
      second = within((other) => settle(other, id, to(escrow)))
      await new Promise((resolve) => setTimeout(resolve, 200))
      return end
    })
    expect([first, await second]).toEqual(['settled', 'ended'])
    expect([await state(from), await state(escrow)]).toEqual([
      { balance: 40, held: 0, seq: 2 },
      { balance: 60, held: 0, seq: 1 },
    ])
  })

  test('settling a hold locks its accounts in the order of their ids, so that opposite ones cannot block each other', async () => {
    const { cash, hold, isBlocked, within } = ledger
    const [low, high] = [await cash(100), await cash(100)].toSorted((a, b) => a - b) as [number, number]
    const id = await hold(high, 60)
    // While another transaction has the lower account, settling waits for that and has not taken the higher one.
    await within(async (tx) => {
      await lockAccounts(tx, [low])
      const settled = within((other) => settle(other, id, to(low)))
      await new Promise((resolve) => setTimeout(resolve, 200))
      const isTaken = await isBlocked(
        async () => {},
        (third) => lockAccounts(third, [high]),
      )
      expect(isTaken).toBe(false)
      return { settled }
    }).then(({ settled }) => settled)
  })
})

describe('releasing a hold', () => {
  test('releasing a hold frees exactly its amount and moves no money', async () => {
    const { cash, hold, holdState, state, transfers, within } = ledger
    const from = await cash(100)
    const [released, left] = [await hold(from, 60), await hold(from, 30)]
    expect(await within((tx) => release(tx, released))).toBe('released')
    expect(await within((tx) => release(tx, released))).toBe('ended')
    expect(await state(from)).toEqual({ balance: 100, held: 30, seq: 1 })
    expect([await holdState(released), await holdState(left)]).toEqual(['RELEASED', 'OPEN'])
    expect(await transfers(released)).toEqual([])
  })

  test('many holds are released together, each from its own account, and others stay', async () => {
    const { cash, hold, holdState, state, within } = ledger
    const [first, second] = [await cash(100), await cash(100)]
    const ids = [await hold(first, 10), await hold(first, 20), await hold(second, 5)]
    const other = await hold(first, 7)
    await within((tx) => releaseMany(tx, ids))
    expect([await state(first), await state(second)]).toEqual([
      { balance: 100, held: 7, seq: 1 },
      { balance: 100, held: 0, seq: 1 },
    ])
    const states = await Promise.all([...ids, other].map((id) => holdState(id)))
    expect(states).toEqual(['RELEASED', 'RELEASED', 'RELEASED', 'OPEN'])
  })

  test('releasing many holds is refused as a whole when one of them has ended', async () => {
    const { cash, hold, state, within } = ledger
    const from = await cash(100)
    const [ended, open] = [await hold(from, 10), await hold(from, 20)]
    await within((tx) => release(tx, ended))
    await expect(within((tx) => releaseMany(tx, [ended, open]))).rejects.toThrow(
      new LedgerBreach('a hold that is ended was not open'),
    )
    expect((await state(from)).held).toBe(20)
  })

  test('releasing no holds sends no statement', async () => {
    const { db, names } = recorded(ledger.db)
    await releaseMany(db, [])
    expect(names).toEqual([])
  })
})

test('a hold that was never placed can be neither settled nor released', async () => {
  const { newId, open, within } = ledger
  const escrow = await open('LOAN_ESCROW')
  const id = newId()
  const breach = new LedgerBreach(`nothing was reserved for ${id}`)
  await expect(within((tx) => settle(tx, id, to(escrow)))).rejects.toThrow(breach)
  await expect(within((tx) => release(tx, id))).rejects.toThrow(breach)
})

test('the account of a hold is known while it is open and when it has ended', async () => {
  const { cash, hold, within } = ledger
  const [first, second] = [await cash(100), await cash(100)]
  const [ended, open] = [await hold(first, 10), await hold(second, 20)]
  await within((tx) => release(tx, ended))
  const accounts = await within(async (tx) => [await accountOfHold(tx, ended), await accountOfHold(tx, open)])
  expect(accounts).toEqual([first, second])
})

describe('settling many holds of accounts that are locked already', () => {
  test('settles each with a journal of its own, exactly as settling one hold does, and leaves other holds open', async () => {
    const { cash, hold, holdState, open, state, transfers, within } = ledger
    const [from, other, escrow] = [await cash(100), await cash(100), await open('LOAN_ESCROW')]
    const [first, left, second] = [await hold(from, 60), await hold(from, 30), await hold(other, 8)]
    const settlements = [first, second].map((id) => ({ id, credit: escrow }))
    await within((tx) => settleMany(tx, settlements, to(escrow)))
    expect([await state(from), await state(other), await state(escrow)]).toEqual([
      { balance: 40, held: 30, seq: 2 },
      { balance: 92, held: 0, seq: 2 },
      { balance: 68, held: 0, seq: 2 },
    ])
    const states = await Promise.all([first, left, second].map((id) => holdState(id)))
    expect(states).toEqual(['SETTLED', 'OPEN', 'SETTLED'])
    expect(await transfers(first)).toEqual([
      {
        kind: 'FUNDING',
        debit: from,
        credit: escrow,
        amount: 60,
        debitSeq: 2,
        creditSeq: 1,
        debitAfter: 40,
        creditAfter: 60,
      },
    ])
    expect(await transfers(second)).toMatchObject([{ debit: other, credit: escrow, amount: 8, creditSeq: 2 }])
  })

  test('is refused as a whole for a hold that has ended, was never placed or is named twice', async () => {
    const { cash, hold, holdState, newId, open, state, within } = ledger
    const [from, escrow] = [await cash(200), await open('LOAN_ESCROW')]
    const [settled, released, good] = [await hold(from, 60), await hold(from, 30), await hold(from, 10)]
    const settle = (...ids: string[]) =>
      within((tx) =>
        settleMany(
          tx,
          ids.map((id) => ({ id, credit: escrow })),
          to(escrow),
        ),
      )
    await settle(settled)
    await within((tx) => release(tx, released))
    for (const id of [settled, released, newId(), good])
      await expect(settle(good, id)).rejects.toThrow(LedgerBreach)
    expect([await holdState(good), await state(from)]).toEqual(['OPEN', { balance: 140, held: 10, seq: 2 }])
  })

  test('leaves all holds open when one of the payments is refused', async () => {
    const { cash, hold, holdState, open, state, within } = ledger
    const [from, escrow] = [await cash(100), await open('LOAN_ESCROW')]
    const [good, bad] = [await hold(from, 60), await hold(from, 10)]
    const settlements = [
      { id: good, credit: escrow },
      { id: bad, credit: from },
    ]
    await expect(within((tx) => settleMany(tx, settlements, to(escrow)))).rejects.toThrow(
      new LedgerBreach(`account ${from} cannot pay itself`),
    )
    expect([await holdState(good), await holdState(bad)]).toEqual(['OPEN', 'OPEN'])
    expect(await state(from)).toEqual({ balance: 100, held: 70, seq: 1 })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aLender } from '../../../testing/people.ts'
import { many, maybe } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/failures.ts'
import { accountOf, LedgerBreach, type Movement, post, reverseJournal, type TransferKind } from './index.ts'
import { recordedBalance } from './recorded-balance.ts'
import { type LedgerScenario, makeLedger } from './testing/accounts.ts'

let ledger: LedgerScenario
beforeAll(async () => {
  ledger = await makeLedger()
})
afterAll(() => ledger.close())
afterEach(async () => expect(await ledger.unsound()).toEqual([]))

async function lenderWith(cash: number): Promise<{ lenderId: number; account: number }> {
  const { lenderId } = await aLender(ledger.fixture.context, { cash })
  return { lenderId, account: await accountOf(ledger.db, 'LENDER_CASH', lenderId) }
}
async function move(movements: Movement[], ref = ledger.newId(), kind: TransferKind = 'REPAYMENT') {
  const id = ledger.newId()
  await ledger.within((tx) => post(tx, { id, kind, ref, movements, newId: ledger.newId }))
  return { ref, journalId: id }
}
type Asked = Parameters<typeof reverseJournal>[2]
async function reverse(ref: string, more: Partial<Asked> & { ofId?: string } = {}) {
  const { ofId, ...asked } = more
  const id = ledger.newId()
  const reversal = { kind: 'REPAYMENT', reason: 'paid by another', id, ...(ofId ? { ofId } : {}) } as const
  const reversed = await ledger.within((tx) =>
    reverseJournal(tx, ledger.fixture.context.random, { kind: 'REPAYMENT', ref, reversal, ...asked }),
  )
  return { id, reversed }
}
const owedBy = async (lenderId: number) =>
  (
    await maybe<{ owed: number }>(
      ledger.db,
      'test.owed',
      'select owed from lender_receivable where lender_id = $1',
      [lenderId],
    )
  )?.owed
const corrections = (lenderId: number) =>
  many<{ type: number; amount: number; loan: number | null; reversal: string }>(
    ledger.db,
    'test.corrections',
    `select type, amount, loan_id as loan, reversal_id as reversal from lender_correction where lender_id = $1
      order by amount`,
    [lenderId],
  )
const moved = async (ref: string) =>
  (await ledger.transfers(ref)).map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount])

describe('FIX-14 reversing a journal', () => {
  test('a reversal gives back more or less tax than was withheld, also of a lender to whom tax left nothing', async () => {
    const [some, none] = [await lenderWith(100), await lenderWith(100)]
    const [clearing, tax] = [await ledger.open('BORROWER_CLEARING'), await ledger.open('TAX_PAYABLE', 0)]
    const { ref } = await move([
      { debit: clearing, credit: some.account, amount: 60 },
      { debit: clearing, credit: tax, amount: 9 },
    ])
    const taxBack = new Map([
      [some.lenderId, 1],
      [none.lenderId, -1],
    ])
    const { id, reversed } = await reverse(ref, { taxBack })
    expect(reversed).toEqual([
      { lenderId: some.lenderId, taken: 59, owed: 0 },
      { lenderId: none.lenderId, taken: 1, owed: 0 },
    ])
    expect(new Set(await moved(id))).toEqual(
      new Set([
        ['REVERSAL', some.account, clearing, 59],
        ['REVERSAL', none.account, clearing, 1],
        ['REVERSAL', tax, clearing, 9],
      ]),
    )
  })

  test('a reversal posts each transfer of the journal in the other direction, and records the journal and the reason', async () => {
    const { lenderId, account } = await lenderWith(100)
    const [clearing, fee] = [await ledger.open('BORROWER_CLEARING'), await ledger.open('PLATFORM_FEE')]
    const { ref, journalId } = await move([
      { debit: clearing, credit: account, amount: 60 },
      { debit: clearing, credit: fee, amount: 5 },
    ])
    const { id, reversed } = await reverse(ref)
    expect(reversed).toEqual([{ lenderId, taken: 60, owed: 0 }])
    expect(new Set(await moved(id))).toEqual(
      new Set([
        ['REVERSAL', account, clearing, 60],
        ['REVERSAL', fee, clearing, 5],
      ]),
    )
    expect((await ledger.state(account)).balance).toBe(100)
    expect(
      await maybe(
        ledger.db,
        'test.reversal',
        'select kind, of_id as "ofId", journal_id as "journalId", reason from reversal where id = $1',
        [id],
      ),
    ).toEqual({ kind: 'REPAYMENT', ofId: journalId, journalId, reason: 'paid by another' })
    expect([await owedBy(lenderId), await corrections(lenderId)]).toEqual([undefined, []])
  })

  test('a reversal records the id of the event when the caller gives it in place of the journal', async () => {
    const { account } = await lenderWith(100)
    const { ref } = await move([
      { debit: await ledger.open('BORROWER_CLEARING'), credit: account, amount: 60 },
    ])
    const { id } = await reverse(ref, { ofId: 'the payment' })
    const row = await maybe(ledger.db, 'test.of', 'select of_id as "ofId" from reversal where id = $1', [id])
    expect(row).toEqual({ ofId: 'the payment' })
  })

  test('the part of a reversal that exceeds the free cash of a lender becomes their debt, and their history shows the rest', async () => {
    const { lenderId, account } = await lenderWith(40)
    const clearing = await ledger.open('BORROWER_CLEARING')
    const { ref } = await move([{ debit: clearing, credit: account, amount: 60 }])
    await ledger.hold(account, 70)
    const { id, reversed } = await reverse(ref, { history: { type: 5, loanId: 7 } })
    expect(reversed).toEqual([{ lenderId, taken: 30, owed: 30 }])
    expect(await ledger.state(account)).toMatchObject({ balance: 70, held: 70 })
    expect(await recordedBalance(ledger.db, 'LENDER_RECEIVABLE', lenderId)).toBe(-30)
    expect(await owedBy(lenderId)).toBe(30)
    expect(await corrections(lenderId)).toEqual([{ type: 5, amount: -30, loan: 7, reversal: id }])
  })

  test('a lender whose free cash is one rupiah short owes one rupiah, and a lender with one free rupiah pays one rupiah', async () => {
    const clearing = await ledger.open('BORROWER_CLEARING')
    for (const [held, taken] of [
      [1, 59],
      [59, 1],
    ] as const) {
      const { lenderId, account } = await lenderWith(0)
      const { ref } = await move([{ debit: clearing, credit: account, amount: 60 }])
      await ledger.hold(account, held)
      const { reversed } = await reverse(ref, { history: { type: 1, loanId: null } })
      expect(reversed).toEqual([{ lenderId, taken, owed: 60 - taken }])
      expect((await ledger.state(account)).balance).toBe(held)
      expect(await owedBy(lenderId)).toBe(60 - taken)
      expect(await corrections(lenderId)).toMatchObject([{ type: 1, amount: -taken, loan: null }])
    }
  })

  test('a lender without free cash owes the whole reversed amount, and gets no history entry because no cash moved', async () => {
    const { lenderId, account } = await lenderWith(0)
    const clearing = await ledger.open('BORROWER_CLEARING')
    const { ref } = await move([{ debit: clearing, credit: account, amount: 60 }])
    await ledger.hold(account, 60)
    const { id, reversed } = await reverse(ref, { history: { type: 5, loanId: 7 } })
    expect(reversed).toEqual([{ lenderId, taken: 0, owed: 60 }])
    const receivable = await accountOf(ledger.db, 'LENDER_RECEIVABLE', lenderId)
    expect(await moved(id)).toEqual([['REVERSAL', receivable, clearing, 60]])
    expect(await corrections(lenderId)).toEqual([])
  })

  test('reversing several transfers to one lender counts the free cash of each of their two cash accounts only once', async () => {
    const { lenderId, account } = await lenderWith(0)
    const additional = await ledger.open('LENDER_CASH_ADDITIONAL', lenderId)
    const clearing = await ledger.open('BORROWER_CLEARING')
    const { ref } = await move([
      { debit: clearing, credit: account, amount: 40 },
      { debit: clearing, credit: account, amount: 20 },
      { debit: clearing, credit: additional, amount: 5 },
    ])
    await ledger.hold(account, 10)
    const { reversed } = await reverse(ref, { history: { type: 5, loanId: null } })
    expect(reversed.every((one) => one.lenderId === lenderId)).toBe(true)
    expect(reversed.reduce((sum, { taken }) => sum + taken, 0)).toBe(55)
    expect(await owedBy(lenderId)).toBe(10)
    expect([(await ledger.state(account)).balance, (await ledger.state(additional)).balance]).toEqual([10, 0])
    const shown = await corrections(lenderId)
    expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(-55)
  })

  test('the debt from a reversal is added to the earlier debt of the same lender only', async () => {
    const [one, other] = [await lenderWith(0), await lenderWith(0)]
    const clearing = await ledger.open('BORROWER_CLEARING')
    for (const amount of [60, 15]) {
      const { ref } = await move([
        { debit: clearing, credit: one.account, amount },
        { debit: clearing, credit: other.account, amount: 8 },
      ])
      await ledger.hold(one.account, amount)
      await reverse(ref)
    }
    expect([await owedBy(one.lenderId), await owedBy(other.lenderId)]).toEqual([75, undefined])
  })

  test('a reversal reverses only the newest journal of its event', async () => {
    const { account } = await lenderWith(0)
    const clearing = await ledger.open('BORROWER_CLEARING')
    const pay = (amount: number) => [{ debit: clearing, credit: account, amount }]
    const { ref } = await move(pay(100))
    await move(pay(20))
    await move(pay(30), ref, 'REFUND')
    const { journalId } = await move(pay(4), ref)
    await move(pay(50))
    const { id } = await reverse(ref)
    expect(await moved(id)).toEqual([['REVERSAL', account, clearing, 4]])
    const row = await maybe(
      ledger.db,
      'test.j',
      'select journal_id as "journalId" from reversal where id = $1',
      [id],
    )
    expect(row).toEqual({ journalId })
  })

  test('a reversal is refused if the event has no journal or was reversed before', async () => {
    const { account } = await lenderWith(100)
    const ref = ledger.newId()
    await expect(reverse(ref)).rejects.toThrow(new LedgerBreach(`no money moved as REPAYMENT ${ref}`))
    await move([{ debit: await ledger.open('BORROWER_CLEARING'), credit: account, amount: 10 }], ref)
    await reverse(ref)
    const again = await reverse(ref).catch((error: unknown) => error)
    expect(isUniqueViolation(again)).toBe(true)
    expect((await ledger.state(account)).balance).toBe(100)
  })
})

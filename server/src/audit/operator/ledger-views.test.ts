import { describe, expect, test } from 'vitest'
import { one, run } from '../../platform/db/database.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { aLender } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator } = operatorAtWork({
  withoutFaults: 'looks at entries one by one, and a call that was tried again has others',
})
const ask = async (...args: string[]) => (await operator(['--json', ...args])).json

describe('FIX-18 the ledger', () => {
  test('`ledger trial-balance` shows a trial balance by account kind that sums to zero', async () => {
    await aDisbursedLoan(fixture().context, [600_000, 400_000], { disbursedOn: '2026-01-31' })
    await aFundedLoan(fixture().context, [300_000], { now: true })
    await aLender(fixture().context, { cash: 250_000 })
    const result = await operator(['--json', 'ledger', 'trial-balance'])
    expect(result.exit).toBe(0)
    const { accounts, total } = result.json
    const of = (kind: string) => accounts.find((line: { kind: string }) => line.kind === kind)
    expect(of('LENDER_CASH')).toMatchObject({ debit: 1_300_000, credit: 1_550_000, balance: 250_000 })
    expect(of('LOAN_ESCROW')).toMatchObject({ debit: 1_000_000, credit: 1_300_000, balance: 300_000 })
    expect(of('BORROWER_CLEARING')).toMatchObject({ debit: 0, credit: 1_000_000 })
    expect(of('SUSPENSE')).toMatchObject({ accounts: 0, balance: 0 })
    expect(total).toEqual({ debit: 3_850_000, credit: 3_850_000, balance: 0 })
    const { count } = await one<{ count: number }>(
      fixture().context.db,
      'test.kinds',
      'select count(distinct kind) from account',
    )
    expect(accounts.length).toBeGreaterThanOrEqual(count)
  })

  test('`ledger accounts` lists the open items of each account kind with their age, by first in, first out', async () => {
    fixture().travel('10 days')
    await aFundedLoan(fixture().context, [500_000], { now: true })
    fixture().travel('12 days')
    const { positions } = await ask('ledger', 'accounts')
    const of = (kind: string) => positions.find((line: { kind: string }) => line.kind === kind)
    expect(of('LOAN_ESCROW')).toMatchObject({ open: 2, balance: 800_000, age: 12 })
    expect(of('BORROWER_EXCESS')).toEqual({
      kind: 'BORROWER_EXCESS',
      open: 0,
      balance: 0,
      held: 0,
      since: null,
      age: null,
    })
    const first = await ask('ledger', 'accounts', '--kind', 'LOAN_ESCROW', '--limit', '1')
    const second = await ask('ledger', 'accounts', '--kind', 'LOAN_ESCROW', '--after', first.next)
    const both = [...first.accounts, ...second.accounts]
    expect(new Set(both.map(({ balance, age }) => `${balance} for ${age}`))).toEqual(
      new Set(['300000 for 12', '500000 for 2']),
    )
    expect((await operator(['ledger', 'accounts', '--kind', 'NONE'])).exit).toBe(2)
    fixture().travel(undefined)
  })
})

describe('FIX-18 the audit trail', () => {
  test('the operator can search the audit trail by actor, operation, subject, lender, outcome, request and time, page by page', async () => {
    const { phone, lenderId } = await aLender(fixture().context, { acceptsRisk: false })
    await operator(['--operator', 'dewi', 'lenders', 'bulk-funding', 'on', '--phone', phone])
    await operator([
      '--operator',
      'dewi',
      'loans',
      'write-off',
      'T-NONE',
      '--on',
      '2026-01-01',
      '--reason',
      'x',
    ])
    const search = async (...args: string[]) =>
      (await ask('audit', 'search', ...args)).events.map(
        ({ operation, outcome }: { operation: string; outcome: string }) => `${operation} ${outcome}`,
      )
    expect(await search('--actor', 'operator:dewi')).toEqual([
      'writeOffLoan LOAN_NOT_FOUND',
      'setBulkFunding done',
    ])
    expect(await search('--actor', 'operator:dew*', '--outcome', 'refused')).toEqual([
      'writeOffLoan LOAN_NOT_FOUND',
    ])
    expect(await search('--actor', 'operator:dew')).toEqual([])
    expect(await search('--actor', 'operator:%')).toEqual([])
    expect(await search('--phone', phone)).toEqual(['setBulkFunding done', 'createLender done'])
    expect(await search('--subject', `lender:${lenderId}`, '--operation', 'setBulk*')).toHaveLength(1)
    expect(await search('--phone', phone, '--until', '2020-01-01')).toEqual([])
    expect(await search('--phone', phone, '--from', '2020-01-01T00:00:00+07:00')).toHaveLength(2)
    const page = await ask('audit', 'search', '--actor', 'operator:dewi', '--limit', '1')
    expect(await search('--actor', 'operator:dewi', '--after', page.next)).toEqual(['setBulkFunding done'])
    expect(page.events[0].detail).toEqual({ seat: expect.objectContaining({ terminal: expect.any(String) }) })
    expect((await operator(['audit', 'search', '--from', 'yesterday'])).exit).toBe(2)
  })
})

describe('FIX-18 the escrow', () => {
  type Bank = {
    methodPayment: 1 | 2
    books: number
    differs: boolean
    stated: Record<string, unknown> | null
  }
  const escrow = async (...args: string[]) => {
    const { exit, json } = await operator(['--json', 'ledger', 'escrow', ...args])
    const [bni, other] = json.banks as [Bank, Bank]
    return { exit, json, bni, other }
  }
  const state = (method: 1 | 2, amount: number, ago = '0 days') =>
    run(
      fixture().context.db,
      'test.state',
      `insert into bank_balance (method_payment, at, amount) values ($1, app_now() - $3::interval, $2)`,
      [method, amount, ago],
    )

  test('the escrow view compares each bank’s newest stated balance with the ledger at the same moment', async () => {
    // Entries of the earlier tests have other dates, so the clock moves past them.
    fixture().travel('20 days')
    await aLender(fixture().context, { cash: 70_000 })
    const before = await escrow()
    expect([before.exit, before.bni.stated, before.other.stated]).toEqual([0, null, null])
    expect(before.bni.books + before.other.books).toBe(before.json.total)
    expect(before.json.held).toContainEqual({ kind: 'LOAN_ESCROW', balance: 800_000 })

    await state(1, 1, '1 day')
    await state(1, before.bni.books)
    const same = await escrow()
    expect([same.exit, same.bni.differs]).toEqual([0, false])
    await aLender(fixture().context, { cash: 50_000 })
    const { today } = await one<{ today: string }>(
      fixture().context.db,
      'test.today',
      'select business_day(app_now())::text as today',
    )
    // Disbursed today: an entry with a value date before the stated balance would be part of it.
    await aDisbursedLoan(fixture().context, [30_000], { now: true, disbursedOn: today })
    const later = await escrow()
    expect([later.exit, later.bni.books]).toEqual([0, before.bni.books + 50_000])
    expect(later.bni.stated).toMatchObject({ books: before.bni.books, difference: 0, age: 0 })

    await state(1, later.bni.books - 4_000)
    const short = await escrow()
    expect([short.exit, short.bni.differs, short.other.differs]).toEqual([1, true, false])
    expect(short.bni.stated).toMatchObject({ books: later.bni.books, difference: -4_000 })
    const { out } = await operator(['ledger', 'escrow'])
    expect(out).toMatch(
      /^metode 1, dengan semua pinjaman {2}\d+ menurut pembukuan; bank menyatakan \d+ pada 20\d\d-/,
    )
    expect(out).toContain(': BERSELISIH -4000\n')
    expect(out).toMatch(/\nmetode 2 {2}-?\d+ menurut pembukuan, bank belum menyatakan saldo\n/)
  })

  test('the escrow view counts disbursements and repayments at the bank that `--loans-through` names', async () => {
    const [bni, other] = [await escrow(), await escrow('--loans-through', '2')]
    const loans = other.bni.books - bni.bni.books
    expect(loans).toBeGreaterThan(0)
    expect(other.other.books).toBe(bni.other.books - loans)
    expect(other.json.total).toBe(bni.json.total)
    expect((await operator(['ledger', 'escrow', '--loans-through', '3'])).exit).toBe(2)
  })
})

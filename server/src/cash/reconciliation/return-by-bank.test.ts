import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { collectAllReceivables } from '../clearing/index.ts'
import { cashBalancesOf } from '../../books/index.ts'
import { count } from '../../../testing/count.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { statesOf } from '../../../testing/withdrawal-scenario.ts'
import { listLines } from './lines.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'

let scenario: StatementScenario
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

/** A withdrawal of 100,000 with a fee of 2,500 that was paid, of a lender who had 1,000,000. */
async function aPaid() {
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(100_000)
  await scenario.follow(0)
  return { lender, id }
}

/**
 * Adds such a line for the withdrawal to the bank's statement, by default on the next day.
 * @returns the id of the line
 */
async function listed(
  id: string,
  {
    type = 'CREDIT',
    amount = 100_000,
    days = 1,
    named = true,
  }: { type?: 'DEBIT' | 'CREDIT'; amount?: number; days?: number; named?: boolean } = {},
): Promise<string> {
  const reference = named ? referenceOf(id) : null
  const bankReference = `B${Math.random()}`
  scenario.list({ type, amount, at: scenario.instant(days), reference, transactionId: bankReference })
  await scenario.compare(days)
  const all = { methodPayment: 1, day: null, withdrawalId: null, payment: null } as const
  const lines = await listLines(scenario.fixture.context.db, all)
  return lines.find((line) => line.bankReference === bankReference)?.id ?? ''
}

const back = (id: string, line: string, ...more: string[]) =>
  scenario.operator(['withdrawals', 'returned-by-bank', id, '--line', line, '--note', 'x', ...more])
const match = (id: string, line: string) =>
  scenario.operator(['withdrawals', 'match', id, '--line', line, '--note', 'x'])
const openKinds = async (id: string) =>
  (await scenario.differences())
    .filter(({ subject }) => subject === `withdrawal:${id}`)
    .map(({ kind }) => kind)

test('FIX-09 a withdrawal that the bank returned is credited to the lender once, with a history entry and a notification', async () => {
  const { lender, id } = await aPaid()
  expect(await lender.cash()).toBe(897_500)
  const line = await listed(id)
  expect(await openKinds(id)).toEqual(['GIVEN_BACK'])
  const transfers = await count(scenario.fixture, 'transfer')
  expect((await back(id, line, '--dry-run')).out).toContain(
    '100000 dan biaya 0 kembali menjadi milik Pemberi Dana',
  )
  expect(await count(scenario.fixture, 'transfer')).toBe(transfers)
  expect((await back(id, line)).exit).toBe(0)
  expect(await lender.cash()).toBe(997_500)
  expect((await statesOf(scenario.fixture)).get(id)).toBe('RETURNED GIVEN_BACK')
  expect(await openKinds(id)).toEqual([])
  expect((await back(id, line)).out).toContain('sudah menerima 100000 dan biaya 0 dengan mutasi ini')
  expect(await lender.cash()).toBe(997_500)

  const { list } = (await lender.get('/transactions?type=6')).json as { list: Record<string, unknown>[] }
  const [given, sent] = list
  expect(given).toMatchObject({ typeName: 'Withdraw', amount: 100_000, status: 'Success', isGivenBack: true })
  expect(sent).toMatchObject({ amount: -102_500, status: 'Success', isGivenBack: false })
  expect(given?.['transactionNumber']).toBe(sent?.['transactionNumber'])
  expect((await lender.get('/notices')).json).toMatchObject({
    list: [
      {
        title: 'Penarikan dana dikembalikan bank',
        message: expect.stringContaining('Rp100.000 sudah kembali ke cash balance Anda.'),
      },
      { title: 'Rekening Anda terdaftar' },
    ],
  })
  expect(await scenario.compare(3)).toMatchObject({ found: [] })
})

test('FIX-09 a fee that the bank waived after its last payout reduces its next one', async () => {
  const { lender, id } = await aPaid()
  const payout = (amount: number, reference: string) =>
    scenario.operator([
      ...['--json', 'payouts', 'transfer-fee', '--amount', String(amount), '--paid-on', '2026-01-05'],
      ...['--reference', reference, '--method', '1', '--reason', 'monthly'],
    ])
  const waiting = async () =>
    (await scenario.operator(['--json', 'ledger', 'accounts'])).json.positions as {
      kind: string
      balance: number
    }[]
  const balance = async (kind: string) => (await waiting()).find((one) => one.kind === kind)?.balance
  const all = (await balance('TRANSFER_FEE')) ?? 0
  expect((await payout(all, 'FEES-1')).exit).toBe(0)
  expect((await back(id, await listed(id), '--with-fee')).exit).toBe(0)
  expect(await lender.cash()).toBe(1_000_000)
  expect(await balance('TRANSFER_FEE')).toBe(0)
  expect(await balance('TRANSFER_FEE_RECEIVABLE')).toBe(-2_500)
  await aPaid()
  expect((await payout(1, 'FEES-2')).exit).toBe(2)
  await aPaid()
  expect((await payout(2_500, 'FEES-2')).json).toMatchObject({ left: 0, setOff: 2_500 })
  expect(await balance('TRANSFER_FEE_RECEIVABLE')).toBe(0)
})

test('FIX-09 a bank line is credited once when two operators record it at the same time', async () => {
  const { lender, id } = await aPaid()
  const line = await listed(id)
  const result = await Promise.all([back(id, line), back(id, line), back(id, line, '--with-fee')])
  expect(result.map(({ exit }) => exit)).toEqual([0, 0, 0])
  expect([997_500, 1_000_000]).toContain(await lender.cash())
})

test('FIX-09 the return of a withdrawal also credits a waived fee, and partial returns line by line', async () => {
  const { lender, id } = await aPaid()
  const first = await listed(id, { amount: 40_000 })
  expect((await back(id, first, '--with-fee')).out).toContain('40000 dan biaya 2500')
  expect(await lender.cash()).toBe(940_000)
  expect(await openKinds(id)).toEqual([])
  const second = await listed(id, { amount: 60_000, days: 5 })
  expect(await openKinds(id)).toEqual(['GIVEN_BACK'])
  expect((await back(id, second, '--with-fee')).out).toContain('60000 dan biaya 0')
  expect(await lender.cash()).toBe(1_000_000)
})

test('FIX-09 when a transfer was paid twice and recovered, only what exceeds the recovery is credited to the lender', async () => {
  const { lender, id } = await aPaid()
  await listed(id, { type: 'DEBIT' })
  expect(await openKinds(id)).toEqual(['TWICE'])
  const recovered = await listed(id, { days: 2 })
  expect(await openKinds(id)).toEqual([])
  const refused = await back(id, recovered)
  expect([refused.exit, await lender.cash()]).toEqual([2, 897_500])
  expect(refused.err).toContain('Bank mengirim 200000')
  const beyond = await listed(id, { days: 3 })
  expect(await openKinds(id)).toEqual(['GIVEN_BACK'])
  expect((await back(id, beyond)).exit).toBe(0)
  expect(await lender.cash()).toBe(997_500)
})

test('FIX-09 matching a bank line without a reference settles the recovery of a transfer paid twice without moving money', async () => {
  const { lender, id } = await aPaid()
  const other = await aPaid()
  await listed(id, { type: 'DEBIT' })
  const nameless = await listed(id, { days: 2, named: false })
  expect(await scenario.compare(2)).toMatchObject({
    open: [`TWICE withdrawal:${id}`, 'UNKNOWN_CREDIT 100000'],
  })
  const transfers = await count(scenario.fixture, 'transfer')
  expect((await match(other.id, nameless)).err).toContain('tidak menyelesaikan')
  expect((await match(id, nameless)).exit).toBe(0)
  expect((await match(id, nameless)).out).toBe('sudah dicocokkan sebelumnya\n')
  expect((await match(other.id, nameless)).err).toContain(`milik penarikan dana ${id}`)
  expect(await scenario.differences()).toEqual([])
  expect([await count(scenario.fixture, 'transfer'), await lender.cash()]).toEqual([transfers, 897_500])
})

test('FIX-09 recording a return is refused for an unpaid withdrawal, a debit line, or a line of another withdrawal', async () => {
  const { id } = await aPaid()
  const line = await listed(id)
  const other = await aPaid()
  const debit = await listed(other.id, { type: 'DEBIT' })
  expect((await back(other.id, debit)).err).toContain('adalah transfer keluar')
  expect((await back(other.id, line)).err).toContain(`milik penarikan dana ${id}`)
  const lender = await scenario.lender()
  const waiting = await lender.withdraw(100_000)
  const nameless = await listed(id, { named: false, days: 2 })
  expect((await back(waiting.id, nameless)).err).toContain('berstatus HELD dan selesai dengan sendirinya')
  scenario.bank.trouble = () => 'refuse'
  await scenario.follow(0)
  scenario.bank.trouble = () => 'none'
  expect((await back(waiting.id, nameless)).err).toContain('tidak pernah dibayar')
  expect((await back(waiting.id, waiting.id)).err).toContain('Tidak ada bank yang pernah memuat')
  expect((await back(line, line)).err).toContain('Tidak ada penarikan dana')
  expect(await lender.cash()).toBe(1_000_000)
})

test('FIX-09 a withdrawal that the bank paid after it was returned is debited from the cash account once', async () => {
  const lender = await scenario.lender()
  scenario.bank.trouble = () => 'refuse'
  const { id } = await lender.withdraw(100_000)
  await scenario.follow(0)
  scenario.bank.trouble = () => 'none'
  const line = await listed(id, { type: 'DEBIT', days: 0 })
  expect(await openKinds(id)).toEqual(['PAID_AFTER_RETURN'])
  const charge = () => scenario.operator(['withdrawals', 'charge', id, '--line', line, '--note', 'x'])
  const result = await Promise.all([charge(), charge()])
  expect(result.map(({ exit }) => exit)).toEqual([0, 0])
  expect(await lender.cash()).toBe(897_500)
  expect((await statesOf(scenario.fixture)).get(id)).toBe('PAID')
  expect(await openKinds(id)).toEqual([])
  expect((await lender.get('/notices')).json).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining({ title: 'Penarikan dana ternyata sudah diteruskan' }),
    ]),
  })
  const back = await aPaid()
  const given = await listed(back.id)
  const refused = await scenario.operator(['withdrawals', 'charge', back.id, '--line', given, '--note', 'x'])
  expect(refused.err).toContain('tidak ada yang perlu didebit')
})

test('FIX-09 when a withdrawal is debited later, what the lender no longer has becomes a receivable, on either cash account', async () => {
  const lender = await scenario.lender()
  scenario.bank.trouble = () => 'refuse'
  const { id } = await lender.withdraw(100_000)
  await scenario.follow(0)
  scenario.bank.trouble = () => 'none'
  const line = await listed(id, { type: 'DEBIT', days: 0 })
  await lender.withdraw(940_000)
  expect(await lender.cash()).toBe(57_500)
  const dry = await scenario.operator([
    'withdrawals',
    'charge',
    id,
    '--line',
    line,
    '--note',
    'x',
    '--dry-run',
  ])
  expect(dry.out).toContain('yang tidak lagi memiliki 45000 darinya')
  const result = await scenario.operator([
    '--json',
    'withdrawals',
    'charge',
    id,
    '--line',
    line,
    '--note',
    'x',
  ])
  expect(result.json).toMatchObject({ charged: true, amount: 100_000, fee: 2_500, owed: 45_000 })
  expect(await lender.cash()).toBe(0)
  expect(await openKinds(id)).toEqual([])
  const { list } = (await lender.get('/transactions')).json as {
    list: { amount: number; typeName: string; isCorrection: boolean }[]
  }
  expect(list).toContainEqual(
    expect.objectContaining({ typeName: 'Withdraw', amount: 45_000, isCorrection: true }),
  )
  expect(JSON.stringify((await lender.get('/notices')).json)).toContain(
    'Rp57.500 dipotong dari cash balance Anda. Rp45.000 lagi dipotong dari dana yang masuk berikutnya.',
  )
  const { phone, lenderId } = lender
  await scenario.operator(['lenders', 'additional-cash-account', '--phone', phone])
  const topUp = (amount: string, bank: string) =>
    scenario.operator([
      ...[
        'lenders',
        'top-up',
        '--phone',
        phone,
        '--amount',
        amount,
        '--payment',
        `OWES-${bank}`,
        '--bank',
        bank,
        '--without-line',
        'test',
      ],
    ])
  await topUp('30000', 'OTHER')
  await topUp('20000', 'BNI')
  expect(await collectAllReceivables(scenario.fixture.context)).toBe(45_000)
  const { additional, cash } = await cashBalancesOf(scenario.fixture.context.db, lenderId)
  expect([cash.available, additional?.available]).toEqual([0, 5_000])
})

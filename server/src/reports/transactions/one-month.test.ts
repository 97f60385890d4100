import { text } from 'node:stream/consumers'
import { addDays, addMonths, startOfDay } from '@pematang/contract/format/business-date'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aPayingBank,
  claimTransfer,
  holdWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from '../../cash/testing.ts'
import type { Context } from '../../context.ts'
import { releaseFunding, runBulk } from '../../funding/testing.ts'
import { storeBankAccount } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { dayOf, operator } from '../../../testing/lent-months.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { exportAccount } from '../statements/export-account.ts'
import { listPortfolio } from '../portfolio/list.ts'
import { exportTransactions } from './export.ts'
import { listTransactions } from './list.ts'

// Money is reserved and moves around the midnight in Jakarta (17.00 UTC) between two months.

const month = dayOf(1, 1)
const hour = 3_600_000
/** Hours from that midnight. */
const hours = [-30, -5, -0.5, 0.5, 5, 30]
/** The places of the times at which money was reserved and moved or was released. */
const lives: [number, number][] = [
  [0, 0],
  [0, 2],
  [0, 3],
  [1, 5],
  [2, 3],
  [2, 5],
  [3, 3],
  [4, 5],
]
const outcomes = ['moved', 'released'] as const
const account = { accountName: 'Pemberi Dana', accountNumber: '7712345678', bankCode: '014' }
const terms = { offerFrom: '2020-01-01', offerUntil: '2100-01-01' }

let fixture: Fixture
let lenderId: number

beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [aPayingBank()] } })
  const { context } = fixture
  const at = (hoursAfter: number) =>
    longAgo(context, (Date.now() - startOfDay(month).getTime() - hoursAfter * hour) / 86_400_000)
  const times = hours.map(at)
  const first = at(-48)
  ;({ lenderId } = await aLender(first, { cash: 100_000_000, userTypeId: 3, password: 'Pematang2026' }))
  await offerBulk(first, lenderId)
  const bank = { bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 as const }
  await perform(first, storeBankAccount, { actor: operator, input: { lenderId, ...account, ...bank } })
  const products = [
    await aProduct(context, [400_000, 400_000, 400_000], terms),
    await aProduct(context, [700_000], terms),
  ]
  const waiting: { place: number; end: (then: Context) => Promise<unknown> }[] = []
  for (const [place, then] of times.entries()) {
    for (const [index, [reserved, ended]] of lives.entries()) {
      if (reserved !== place) continue
      for (const outcome of outcomes) {
        const number = index * 2 + outcomes.indexOf(outcome)
        const fundingId = await reserve(then, 100_000 + number)
        waiting.push({ place: ended, end: (later) => endFunding(later, fundingId, outcome) })
        const id = await hold(then, 200_000 + number)
        waiting.push({ place: ended, end: (later) => endWithdrawal(later, id, outcome) })
      }
    }
    for (const one of waiting) if (one.place === place) await one.end(then)
    // One bulk funding runs past the midnight and funds a loan before it; another one waits until after it.
    if (place === 1) for (const product of products) await submitProduct(then, lenderId, product)
    if (place === 2) await runProduct({ ...then, clock: hurrying() }, products[0]?.number, 1)
    if (place === 4) for (const { number } of products) await runProduct(then, number)
  }
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

async function reserve(then: Context, amount: number): Promise<string> {
  const loan = await aLoan(fixture.context, terms)
  return (await reserveFunding(then, { lenderId, ...loan, amount })).fundingId
}

const endFunding = (then: Context, fundingId: string, outcome: (typeof outcomes)[number]) =>
  outcome === 'moved'
    ? signFunding(then, fundingId)
    : perform(then, releaseFunding, { actor: { kind: 'system' }, input: { fundingId, state: 'REJECTED' } })

async function hold(then: Context, amount: number): Promise<string> {
  const { passwordHash } = await one<{ passwordHash: string }>(
    then.db,
    'test.password_hash',
    'select password_hash as "passwordHash" from lender where id = $1',
    [lenderId],
  )
  const checked = { ...then, checked: { lenderId, session: Buffer.alloc(32), passwordHash } }
  const input = { ...account, amount, reason: 'Lain-lain', methodPayment: 1 }
  return (await perform(checked, holdWithdrawal, { actor: { kind: 'lender', lenderId }, input })).id
}

async function endWithdrawal(then: Context, id: string, outcome: (typeof outcomes)[number]): Promise<void> {
  const actor = { kind: 'system' } as const
  if (outcome === 'released')
    return void (await perform(then, returnWithdrawal, { actor, input: { id, reason: 'TEST' } }))
  await perform(then, claimTransfer, { actor, input: { id } })
  await perform(then, settleWithdrawal, { actor, input: { id, bankReference: null } })
}

async function runProduct(then: Context, number: string | undefined, batchSize?: number): Promise<void> {
  const { bulkId } = await one<{ bulkId: string }>(
    then.db,
    'test.bulk',
    'select b.id as "bulkId" from bulk_funding b join bulk_product p on p.id = b.product_id where p.number = $1',
    [number],
  )
  await runBulk(then, { lenderId, bulkId }, batchSize === undefined ? {} : { batchSize })
}

/** A clock that ends a run after its first transaction. */
function hurrying(): Context['clock'] {
  let now = 0
  return { ...fixture.context.clock, now: () => new Date((now += 10_000)) }
}

type Line = Record<string, string>
const read = async ({ bytes }: BinaryAnswer): Promise<Line[]> =>
  parse(Buffer.isBuffer(bytes) ? bytes.toString() : await text(bytes), {
    bom: true,
    columns: true,
    delimiter: ';',
  })
const sum = (lines: readonly Line[], column: string) =>
  lines.reduce((total, line) => total + Number(line[column]), 0)

const span = (from: string, to: string) => ({
  startDate: String(startOfDay(from).getTime() / 1_000),
  endDate: String(startOfDay(addDays(to, 1)).getTime() / 1_000 - 1),
})
const historyOf = async (from: string, to: string) =>
  read(await exportTransactions(fixture.context, lenderId, { ...span(from, to), format: 'csv' }))
const statementOf = async (from: string, to: string) =>
  read(await exportAccount(fixture.context, lenderId, { from, to, format: 'csv' }, {}))

const months = [addMonths(month, -1), month].map((from) => [from, addDays(addMonths(from, 1), -1)] as const)
const days = [-2, -1, 0, 1].map((more) => [addDays(month, more), addDays(month, more)] as const)

describe.each([...months, ...days])('from %s to %s', (from, to) => {
  test('SCN-11 the file of the history adds up to the statement', async () => {
    const [history, statement] = [await historyOf(from, to), await statementOf(from, to)]
    const balance = (row: string) => Number(statement.find(({ Baris }) => Baris === row)?.Saldo)
    expect(sum(history, 'Jumlah')).toBe(balance('Saldo akhir') - balance('Saldo awal'))
    expect(sum(history, 'Jumlah')).toBe(sum(statement, 'Jumlah'))
    expect(sum(history, 'Jumlah')).not.toBe(0)
  })

  test('SCN-11 each funding and withdrawal is in the history under the time and amount of the statement, with its reservation', async () => {
    const single = ({ 'Nomor Transaksi': number }: Line) => /^(FND|WDR)/.test(number ?? '')
    const history = (await historyOf(from, to)).filter((line) => single(line) && line.Jumlah !== '')
    const statement = (await statementOf(from, to)).filter(({ Baris }) => Baris === 'Mutasi')
    expect(history.length).toBeGreaterThan(0)
    for (const line of history) {
      const of = statement.filter((other) => other['Nomor Transaksi'] === line['Nomor Transaksi'])
      expect(new Set(of.map((other) => other['Waktu (WIB)']))).toEqual(new Set([line['Waktu (WIB)']]))
      expect(sum(of, 'Jumlah')).toBe(Number(line.Jumlah))
      const reservedOn = line['Ditahan Sejak (WIB)']?.slice(0, 10)
      const movedOn = line['Waktu (WIB)']?.slice(0, 10)
      for (const { Keterangan } of of)
        expect(Keterangan?.startsWith('Ditahan sejak')).toBe(reservedOn !== movedOn)
    }
  })

  test('SCN-11 the pages of the history have the movements of its file', async () => {
    const { list, pagination } = await listTransactions(fixture.context, lenderId, {
      ...span(from, to),
      page: 1,
      limit: 100,
    })
    const history = await historyOf(from, to)
    expect(pagination.totalData).toBe(history.length)
    expect(list.map(({ transactionNumber }) => transactionNumber)).toEqual(
      history.map((line) => line['Nomor Transaksi']),
    )
  })
})

test('SCN-11 the portfolio dates each funding as the history, and one that waits by its reservation', async () => {
  const fundingId = await reserve(fixture.context, 150_000)
  const history = await listTransactions(fixture.context, lenderId, { type: '2', page: 1, limit: 100 })
  const query = { name: '', loanNumber: '', loanStatus: '', sort: '' } as const
  const { list } = await listPortfolio(fixture.context, lenderId, { ...query, page: 1, limit: 100 })
  const dates = new Map(list.map(({ transactionNumber, fundingDate }) => [transactionNumber, fundingDate]))
  const single = history.list.filter((row) => !row.isDownloadable && row.status !== 'Failed')
  expect(single.length).toBe(lives.length + 1)
  for (const { transactionNumber, createdDate } of single)
    expect(dates.get(transactionNumber)).toBe(createdDate)
  await endFunding(fixture.context, fundingId, 'released')
})

test('SCN-11 a bulk funding that runs past midnight is one movement for each day, and all of them are its amount', async () => {
  const { list } = await listTransactions(fixture.context, lenderId, { type: '2', page: 1, limit: 100 })
  const bulk = list.filter(({ isDownloadable }) => isDownloadable)
  expect(bulk.map(({ amount, status }) => [amount, status])).toEqual(
    expect.arrayContaining([
      [-800_000, 'Success'],
      [-700_000, 'Success'],
      [-400_000, 'Success'],
    ]),
  )
  expect(bulk).toHaveLength(3)
})

describe('days of the history', () => {
  const page = (query: { type?: string; status?: string; reference?: string }, number: number, limit = 100) =>
    listTransactions(fixture.context, lenderId, { ...query, page: number, limit })
  const dayIn = (line: Line) => line['Waktu (WIB)']?.slice(0, 10)

  test('SCN-17 each day has the sum of its file, and the balance with which its statement closes', async () => {
    const { days } = await page({}, 1)
    expect(days.length).toBeGreaterThan(4)
    for (const { day, sum: moved, movements, balance } of days) {
      const [history, statement] = [await historyOf(day, day), await statementOf(day, day)]
      expect(movements).toBe(history.length)
      expect(moved).toBe(sum(history, 'Jumlah'))
      expect(balance).toBe(Number(statement.find(({ Baris }) => Baris === 'Saldo akhir')?.Saldo))
    }
    const oldestFirst = days.toReversed()
    for (const [place, { sum: moved, balance }] of oldestFirst.entries())
      expect(balance).toBe((oldestFirst[place - 1]?.balance ?? 0) + moved)
  })

  test('SCN-17 a day that goes on over several pages has the same sum, count and balance on each', async () => {
    const whole = new Map((await page({}, 1)).days.map((one) => [one.day, one]))
    const { pagination } = await page({}, 1, 3)
    const seen = new Map<string, number>()
    for (let number = 1; number <= pagination.totalPage; number += 1) {
      for (const one of (await page({}, number, 3)).days) {
        expect(one).toEqual(whole.get(one.day))
        seen.set(one.day, (seen.get(one.day) ?? 0) + 1)
      }
    }
    expect([...seen.keys()]).toEqual([...whole.keys()])
    expect(Math.max(...seen.values())).toBeGreaterThan(2)
    expect((await page({}, pagination.totalPage + 1, 3)).days).toEqual([])
  })

  test('SCN-17 a filter by type, status or reference sums what it finds, and leaves the balance out', async () => {
    for (const query of [{ type: '2' }, { status: '1' }, { status: '3' }, { reference: 'fnd-' }]) {
      const file = await read(
        await exportTransactions(fixture.context, lenderId, { ...query, format: 'csv' }),
      )
      const { days } = await page(query, 1, 4)
      expect(days.length).toBeGreaterThan(0)
      for (const { day, sum: moved, movements, balance } of days) {
        const of = file.filter((line) => dayIn(line) === day)
        expect([moved, movements, balance]).toEqual([sum(of, 'Jumlah'), of.length, null])
      }
    }
  })

  test('SCN-17 a period that begins or ends within a day sums only its movements of that day', async () => {
    const { list } = await page({}, 1)
    const middle = list[Math.floor(list.length / 2)]
    if (!middle) throw new Error('there is no movement')
    const seconds = String(Math.floor(Date.parse(middle.createdDate) / 1_000))
    const { list: few, days } = await listTransactions(fixture.context, lenderId, {
      startDate: seconds,
      endDate: seconds,
      page: 1,
      limit: 100,
    })
    const moved = few.filter(({ status }) => status === 'Success')
    expect(days).toMatchObject([
      { movements: few.length, sum: moved.reduce((all, { amount }) => all + amount, 0) },
    ])
  })
})

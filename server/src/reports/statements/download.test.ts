import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { structureFaults } from '../../documents/testing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { type Answer, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { poppler } from '../../../testing/poppler.ts'
import { issueDueStatements } from './issue.ts'
import {
  closeMonthsFrom,
  dayOf,
  lastDay,
  lendIn,
  onDay,
  operator,
  pay,
} from '../../../testing/lent-months.ts'

let fixture: Fixture
let app: TestApp
let me: LoggedIn
let other: LoggedIn
let loanNumber: string
const folder = mkdtempSync(join(tmpdir(), 'pematang-statement-'))
beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeFixture({ settings: { LIMIT_DOWNLOAD_ACCOUNT: none, LIMIT_DOWNLOAD_DEVICE: none } })
  app = await startApp(fixture)
  const { context } = fixture
  const then = { context: onDay(context, dayOf(2, 4)) }
  me = await logIn({ context: then.context }, app, { cash: 5_000_000 })
  other = await logIn({ context: then.context }, app, { cash: 1_000_000 })
  ;({ loanNumber } = await lendIn(context, 2, { lenderId: me.lenderId }))
  await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(1, 10), paidOn: dayOf(2, 27) })
  await closeMonthsFrom(context, 2)
  await issueDueStatements(context)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

const account = (query: Record<string, string>, who = me) =>
  who.get(`/statements/account?${new URLSearchParams(query).toString()}`)
const issued = async (who = me) =>
  (await who.get('/statements')).json.list as { number: string; from: string }[]

describe('STM-02 a statement for a chosen period', () => {
  test('STM-02 a statement as CSV has the opening balance, each movement with number and balance, and the closing balance', async () => {
    const answer = await account({ from: dayOf(1, 1), to: lastDay(1) })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const rows: Record<string, string>[] = parse(answer.bytes, { bom: true, delimiter: ';', columns: true })
    const [opening, movement, closing, ...summary] = rows
    expect(opening).toMatchObject({ Baris: 'Saldo awal', Saldo: '3800000', 'Tanggal Nilai': dayOf(1, 1) })
    expect(movement).toMatchObject({
      Baris: 'Mutasi',
      'Tanggal Nilai': dayOf(2, 27),
      'Nomor Transaksi': expect.stringMatching(/^RPY-/),
      'Nomor Pinjaman': loanNumber,
      Pokok: '100000',
      Bunga: '12000',
      Pajak: '1800',
      Jumlah: '110200',
      Saldo: '3910200',
      Keterangan: expect.stringContaining('sebelum periode ini'),
    })
    expect(closing).toMatchObject({ Baris: 'Saldo akhir', Saldo: '3910200', 'Tanggal Nilai': lastDay(1) })
    expect(new Set(summary.map(({ Baris }) => Baris))).toEqual(new Set(['Ringkasan']))
    const sum = summary.find(({ Jenis }) => Jenis === 'Hasil bersih periode')
    expect(sum).toMatchObject({ 'Nilai Ringkasan': '10200', Jumlah: '', Keterangan: '' })
    expect(sum?.Persen).toMatch(/^0,\d{1,2}$/)
  })

  test('SCN-10 the columns of a statement as CSV add up to the change of the balance, and figures below zero are numbers', async () => {
    const lost = await logIn({ context: onDay(fixture.context, dayOf(2, 4)) }, app, { cash: 1_200_000 })
    const written = await lendIn(fixture.context, 2, { lenderId: lost.lenderId })
    await perform(onDay(fixture.context, dayOf(1, 20)), writeOffLoan, {
      actor: operator,
      input: { loanNumber: written.loanNumber, writtenOffOn: dayOf(1, 20), reason: 'insolvent' },
    })
    const { bytes } = await account({ from: dayOf(2, 1), to: lastDay(1) }, lost)
    const rows: Record<string, string>[] = parse(bytes, { bom: true, delimiter: ';', columns: true })
    const of = (title: string, row: string) => Number(rows.find(({ Baris }) => Baris === row)?.[title])
    const total = rows.reduce((sum, row) => sum + Number(row.Jumlah), 0)
    expect(total).toBe(of('Saldo', 'Saldo akhir') - of('Saldo', 'Saldo awal'))
    expect(rows.find(({ Jenis }) => Jenis === 'Hasil bersih periode')).toMatchObject({
      'Nilai Ringkasan': '-1200000',
      Persen: expect.stringMatching(/^-\d+(,\d+)?$/),
    })
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^'/)
  })

  test('STM-02 a statement as XLSX has amounts as numbers and days as dates', async () => {
    const answer = await account({ from: dayOf(1, 1), to: lastDay(1), format: 'xlsx' })
    const { sheets } = await readXlsx(new Uint8Array(answer.bytes))
    const movement = sheets[0]?.rows.find(([row]) => row === 'Mutasi') ?? []
    expect(movement[4]).toEqual(new Date(`${dayOf(2, 27)}T00:00:00Z`))
    expect(movement.slice(8, 14)).toEqual([100_000, 12_000, 0, 1_800, 110_200, 3_910_200])
  })

  test('STM-02 the closing balance of a statement is the opening balance of the next period', async () => {
    const balance = async (query: Record<string, string>, row: string) => {
      const { bytes } = await account(query)
      const rows: Record<string, string>[] = parse(bytes, { bom: true, delimiter: ';', columns: true })
      return rows.find(({ Baris }) => Baris === row)?.Saldo
    }
    for (const day of [dayOf(2, 4), dayOf(2, 5), dayOf(2, 20), dayOf(1, 9), dayOf(1, 10)]) {
      const before = await balance({ from: dayOf(3, 1), to: day }, 'Saldo akhir')
      expect(await balance({ from: addDays(day, 1), to: lastDay(1) }, 'Saldo awal'), day).toBe(before)
    }
  })

  test('STM-02 a statement for a period that is reversed, in the future, over ten years or invalid, or of unknown format, is refused', async () => {
    const today = businessDateOf(new Date())
    const refusal = async (query: Record<string, string>) => {
      const { status, json } = await account(query)
      return [status, json.code]
    }
    expect(await refusal({ from: today, to: addDays(today, -1) })).toEqual([400, 'RANGE_REVERSED'])
    expect(await refusal({ from: today, to: addDays(today, 2) })).toEqual([400, 'DATE_IN_FUTURE'])
    expect(await refusal({ from: '2010-01-01', to: today })).toEqual([400, 'RANGE_TOO_LONG'])
    expect(await refusal({ from: '2026-02-30', to: today })).toEqual([400, 'INPUT_INVALID'])
    for (const format of ['csv', 'xlsx', 'pdf'])
      expect(await refusal({ from: '0000-01-01', to: '0000-01-02', format })).toEqual([400, 'INPUT_INVALID'])
    expect(await refusal({ from: today, to: today, format: 'docx' })).toEqual([400, 'INPUT_INVALID'])
    expect(await refusal({ from: today })).toEqual([400, 'INPUT_INVALID'])
  })
})

const audited = (answer: Answer) =>
  many(
    fixture.context.db,
    'test.audited',
    'select actor, operation, subject, outcome, detail from audit_event where request_id = $1',
    [answer.headers.get('x-request-id')],
  )

describe('downloads of statements are in the audit trail', () => {
  test.each(['csv', 'xlsx', 'pdf'])(
    'STM-02 a download of a statement for a chosen period as %s is recorded in the audit trail',
    async (format) => {
      const days = { from: dayOf(1, 1), to: lastDay(1) }
      expect(await audited(await account({ ...days, format }))).toEqual([
        {
          actor: `lender:${me.lenderId}`,
          operation: 'exportAccount',
          subject: `lender:${me.lenderId}`,
          outcome: 'done',
          detail: { ...days, format, source: '127.0.0.1' },
        },
      ])
    },
  )

  test.each(['csv', 'xlsx', 'pdf'])(
    'STM-01 a download of an issued statement as %s is recorded in the audit trail',
    async (format) => {
      const [newest] = await issued()
      const answer = await me.get(`/statements/issued?number=${newest?.number}&format=${format}`)
      expect(await audited(answer)).toEqual([
        {
          actor: `lender:${me.lenderId}`,
          operation: 'downloadStatement',
          subject: `statement:${newest?.number}`,
          outcome: 'done',
          detail: { format, source: '127.0.0.1' },
        },
      ])
    },
  )

  test('STM-04 a download of the portfolio report of a day is recorded in the audit trail', async () => {
    const on = dayOf(1, 10)
    const answer = await me.get(`/statements/portfolio?on=${on}&format=csv`)
    expect(await audited(answer)).toEqual([
      {
        actor: `lender:${me.lenderId}`,
        operation: 'exportPortfolioReport',
        subject: `lender:${me.lenderId}`,
        outcome: 'done',
        detail: { on, format: 'csv', source: '127.0.0.1' },
      },
    ])
  })

  test('STM-01 a request for an unknown statement is not recorded in the audit trail as a download', async () => {
    expect(await audited(await me.get('/statements/issued?number=STM-1&format=csv'))).toEqual([])
  })
})

describe('an issued statement', () => {
  test('STM-01 the list of issued statements names the years, and can be limited to one year', async () => {
    const { json } = await me.get('/statements')
    expect(json.list).toHaveLength(2)
    expect(json.list[0]).toMatchObject({
      from: dayOf(1, 1),
      to: lastDay(1),
      figures: { closing: 3_910_200 },
      backdated: 1,
    })
    expect(json.years).toContain(Number(dayOf(1, 1).slice(0, 4)))
    expect((await me.get('/statements?year=2019')).json.list).toEqual([])
  })

  test('STM-01 a statement of another lender is answered as not found in any format', async () => {
    const [theirs] = await issued(other)
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const answer = await me.get(`/statements/issued?number=${theirs?.number}&format=${format}`)
      expect([answer.status, answer.json.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('STM-07 the PDF of an issued statement is tagged, rendered once, and marks back-dated movements', async () => {
    const [newest] = await issued()
    const path = `/statements/issued?number=${newest?.number}&format=pdf`
    const [first, second] = [await me.get(path), await me.get(path)]
    expect(first.headers.get('content-type')).toContain('application/pdf')
    expect(first.bytes.equals(second.bytes)).toBe(true)
    expect(await structureFaults(first.bytes)).toEqual([])
  })

  test('STM-07 pdfsig validates the signature of a statement, but not after a figure was changed', async () => {
    const [newest] = await issued()
    const { bytes } = await me.get(`/statements/issued?number=${newest?.number}&format=pdf`)
    const file = join(folder, 'statement.pdf')
    writeFileSync(file, bytes)
    const report = poppler('pdfsig', '-nocert', file)
    expect(report).toContain('Signature is Valid')
    expect(report).toContain('Total document signed')
    const text = poppler('pdftotext', '-layout', file, '-')
    expect(text).toMatch(/Halaman 1\/\d/)
    expect(text).toContain('3.910.200')
    expect(text).toContain('sebelum periode ini')
    const changed = Buffer.from(bytes)
    // Changes one digit of the creation date in the PDF.
    const place = changed.indexOf('/CreationDate (D:', 0, 'latin1') + 20
    changed.write(changed[place] === 0x31 ? '2' : '1', place, 'latin1')
    writeFileSync(file, changed)
    expect(poppler('pdfsig', '-nocert', file)).not.toContain('Signature is Valid')
  })

  test('STM-03 the PDF of a statement is not rendered when the movements differ from those that were issued', async () => {
    const [, oldest] = await issued()
    await withClient(fixture.databaseUrl, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `update transfer set amount = amount + 1, credit_balance_after = credit_balance_after + 1
          where kind = 'TOP_UP' and credit_account = (select id from account where kind = 'LENDER_CASH' and owner_id = $1)`,
        [me.lenderId],
      )
    })
    expect((await me.get(`/statements/issued?number=${oldest?.number}&format=pdf`)).status).toBe(500)
  })
})

import { expect, test } from 'vitest'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { many, one } from '../../platform/db/database.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxNumber } from '../../lenders/index.ts'
import { storeTaxStatus } from '../../lenders/testing.ts'
import { operator as actor } from '../../../testing/loan-operations.ts'
import { lenderTax } from './lender-year.ts'
import { aLentLoan, goTo, pay } from './testing/tax-month.ts'

const { fixture, operator, file, pathOf } = operatorAtWork({ inOtherMonths: true })
const header = 'phone,period,kind,rate,number,issued_on,gross_interest,tax,tax_number'
let slips = 0
const aNumber = () => `2603S${String((slips += 1)).padStart(5, '0')}`

async function aTaxedLender(day: string): Promise<{ lenderId: number; phone: string; loanNumber: string }> {
  const { loanNumber, fundings } = await aLentLoan(fixture())
  const lenderId = fundings[0]?.lenderId ?? 0
  await pay(fixture(), day, { loanNumber })
  const { phone } = await one<{ phone: string }>(
    fixture().context.db,
    'test.phone',
    'select phone from lender where id = $1',
    [lenderId],
  )
  return { lenderId, phone, loanNumber }
}

const slipsOf = (lenderId: number) =>
  many<{ version: number; number: string | null; reason: string | null }>(
    fixture().context.db,
    'test.slips',
    'select version, number, reason from tax_slip where lender_id = $1 order by period, article, rate_ppm, version',
    [lenderId],
  )
const importing = async (lines: readonly string[], ...more: string[]) =>
  operator(['--json', 'tax', 'slips', 'import', await file([header, ...lines, ''].join('\n')), ...more])

test('TAX-02 a file of tax slips is stored and shown to the lenders, and importing it again changes nothing', async () => {
  const [one_, two] = [await aTaxedLender('2026-03-20'), await aTaxedLender('2026-03-21')]
  goTo(fixture(), '2026-04-10')
  const lines = [one_, two].map(({ phone }) => `${phone},2026-03,PPH23,,${aNumber()},2026-04-09,12000,1800,`)
  expect((await importing(lines, '--dry-run')).json).toMatchObject({ taken: 2, known: 0, refused: 0 })
  expect(await slipsOf(one_.lenderId)).toEqual([])
  expect((await importing(lines)).json).toMatchObject({ taken: 2, known: 0, refused: 0 })
  expect((await importing(lines)).json).toMatchObject({ taken: 0, known: 2, refused: 0 })
  expect(await slipsOf(one_.lenderId)).toHaveLength(1)
  const year = await lenderTax(fixture().context, one_.lenderId, 2026)
  expect(year.months[0]?.lines[0]?.slip).toEqual({ number: '2603S00001', issuedOn: '2026-04-09' })
  expect(year.slips).toEqual({ entered: 1, missing: 0 })
})

test('TAX-02 importing tax slips names each invalid line with its column and reason, and stores the valid ones', async () => {
  const [good, bad, other] = [
    await aTaxedLender('2026-03-20'),
    await aTaxedLender('2026-03-20'),
    await aTaxedLender('2026-03-20'),
  ]
  for (const [lenderId, number] of [
    [bad.lenderId, '9900001708900003'],
    [other.lenderId, '9900005708900004'],
  ] as const)
    await perform(fixture().context, storeTaxNumber, {
      actor,
      input: { lenderId, number, validFrom: '2026-01-01' },
    })
  goTo(fixture(), '2026-04-10')
  const line = (cells: Partial<Record<string, string>> = {}) =>
    header
      .split(',')
      .map(
        (name) =>
          cells[name] ??
          {
            phone: bad.phone,
            period: '2026-03',
            kind: 'PPH23',
            number: aNumber(),
            issued_on: '2026-04-09',
            gross_interest: '12000',
            tax: '1800',
          }[name] ??
          '',
      )
      .join(',')
  const taken = line({ phone: good.phone, number: 'TAKEN-1' })
  const expected: [string, string][] = [
    [line({ gross_interest: '12001' }), 'gross_interest: 12001, pembukuan memuat 12000'],
    [line({ tax: '1799' }), 'tax: 1799, pembukuan memuat 1800'],
    [line({ number: 'TAKEN-1' }), 'number TAKEN-1 juga disebut di baris 2'],
    [line({ phone: '80000000000' }), 'phone: tidak ada yang terdaftar dengan 80000000000'],
    [line({ period: '2026-04' }), 'period: 2026-04 belum berakhir'],
    [line({ period: '2026-3' }), 'period harus bulan YYYY-MM'],
    [line({ kind: 'PPH26' }), 'kind: tidak ada bunga Pemberi Dana ini yang dikenai PPH26 pada 2026-03'],
    [line({ rate: '0.3' }), 'rate: Pemberi Dana ini dikenai PPH23 dengan tarif 15% pada 2026-03'],
    [line({ issued_on: '2026-02-28' }), 'issued_on: 2026-02-28 sebelum 2026-03'],
    [line({ issued_on: '2026-04-11' }), 'issued_on: 2026-04-11 sesudah hari ini'],
    [line({ tax_number: '9900005708900004' }), 'tax_number: bukan nomor pajak Pemberi Dana'],
    [line({ number: '=1+1' }), 'number harus 4 sampai 40 huruf'],
    [line({ tax: '-1800' }), 'tax harus bilangan bulat'],
  ]
  const report = pathOf('refused.jsonl')
  const result = await importing([taken, ...expected.map(([text]) => text)], '--report', report)
  expect(result).toMatchObject({ exit: 1, json: { taken: 1, refused: expected.length } })
  const refusals = (result.json as { refusals: { line: number; reason: string }[] }).refusals.toSorted(
    (a, b) => a.line - b.line,
  )
  expect(refusals.map(({ line: at }) => at)).toEqual(expected.map((_, place) => place + 3))
  for (const [place, [, reason]] of expected.entries()) expect(refusals[place]?.reason).toContain(reason)
  expect((await importing([line({ number: 'TAKEN-1' })])).json).toMatchObject({
    refusals: [{ line: 2, reason: 'number: TAKEN-1 adalah bukti potong Pemberi Dana lain untuk 2026-03' }],
  })
  expect((await importing([line({ tax_number: '9900001708900003' })])).json).toMatchObject({ taken: 1 })
})

test('TAX-02 a dry run of importing tax slips refuses a second slip for the same tax, as the import itself does', async () => {
  const { phone } = await aTaxedLender('2026-03-20')
  goTo(fixture(), '2026-04-10')
  const lines = [aNumber(), aNumber()].map((no) => `${phone},2026-03,PPH23,,${no},2026-04-09,12000,1800,`)
  for (const more of [['--dry-run'], []])
    expect((await importing(lines, ...more)).json).toMatchObject({ taken: 1, refused: 1 })
})

test('TAX-02 a tax slip must name its rate in a month with two rates, and each rate may have one slip', async () => {
  const { lenderId, phone, loanNumber } = await aTaxedLender('2026-03-10')
  await perform(fixture().context, storeTaxStatus, { actor, input: { lenderId, status: 'NO_TAX_NUMBER' } })
  await pay(fixture(), '2026-03-20', { loanNumber })
  goTo(fixture(), '2026-04-10')
  const line = (rate: string, tax: number) =>
    `${phone},2026-03,PPH23,${rate},${aNumber()},2026-04-09,12000,${tax},`
  expect((await importing([line('', 1_800)])).json).toMatchObject({
    refusals: [
      { reason: 'rate: wajib disebut, karena PPH23 memiliki lebih dari satu tarif pada 2026-03: 15%, 30%' },
    ],
  })
  expect((await importing([line('0.15', 1_800), line('0.3', 3_600)])).json).toMatchObject({ taken: 2 })
})

test('TAX-02 correcting a tax slip number needs a reason, keeps both versions and frees the wrong number', async () => {
  const { lenderId, phone } = await aTaxedLender('2026-03-20')
  const next = await aTaxedLender('2026-03-20')
  goTo(fixture(), '2026-04-10')
  const [wrong, right] = [aNumber(), aNumber()]
  const slip = (verb: string, of: string, number: string, ...more: string[]) =>
    operator([
      ...['--json', 'tax', 'slips', verb, '--phone', of, '--period', '2026-03', '--kind', 'PPH23'],
      ...[
        '--number',
        number,
        '--issued-on',
        '2026-04-09',
        '--gross-interest',
        '12000',
        '--tax',
        '1800',
        ...more,
      ],
    ])
  expect((await slip('enter', phone, wrong)).json).toMatchObject({ version: 1, changed: true })
  expect((await slip('enter', phone, right)).err).toContain('yang salah diperbaiki dengan alasan')
  expect((await slip('enter', next.phone, wrong)).err).toContain(
    'bukti potong Pemberi Dana lain untuk 2026-03',
  )
  expect((await slip('correct', phone, right, '--reason', 'misread')).json).toMatchObject({ version: 2 })
  expect((await slip('enter', next.phone, wrong)).json).toMatchObject({ version: 1, changed: true })
  const withdrawn = ['--phone', phone, '--period', '2026-03', '--kind', 'PPH23', '--reason', 'not ours']
  expect((await operator(['--json', 'tax', 'slips', 'withdraw', ...withdrawn])).json).toMatchObject({
    number: right,
    version: 3,
  })
  expect(await slipsOf(lenderId)).toEqual([
    { version: 1, number: wrong, reason: null },
    { version: 2, number: right, reason: 'misread' },
    { version: 3, number: null, reason: 'not ours' },
  ])
})

test('TAX-02 a tax slip that was withdrawn is accepted again only with a reason, so that an old file does not restore it', async () => {
  const { lenderId, phone } = await aTaxedLender('2026-03-20')
  goTo(fixture(), '2026-04-10')
  const [wrong, right] = [aNumber(), aNumber()]
  const line = (number: string) => `${phone},2026-03,PPH23,,${number},2026-04-09,12000,1800,`
  expect((await importing([line(wrong)])).json).toMatchObject({ taken: 1 })
  const of = ['--phone', phone, '--period', '2026-03', '--kind', 'PPH23', '--reason', 'not of this month']
  expect((await operator(['tax', 'slips', 'withdraw', ...of])).exit).toBe(0)
  const refusals = [
    { line: 2, reason: `number: ${wrong} sudah ditarik dari pajak ini; ia dicatat lagi hanya dengan alasan` },
  ]
  for (const more of [['--dry-run'], []])
    expect((await importing([line(wrong)], ...more)).json).toMatchObject({ taken: 0, refusals })
  const slip = ['--number', wrong, '--issued-on', '2026-04-09', '--gross-interest', '12000', '--tax', '1800']
  expect((await operator(['--json', 'tax', 'slips', 'correct', ...of, ...slip])).json).toMatchObject({
    version: 3,
  })
  expect((await operator(['tax', 'slips', 'withdraw', ...of])).exit).toBe(0)
  expect((await importing([line(right)])).json).toMatchObject({ taken: 1 })
  expect((await slipsOf(lenderId)).map(({ number }) => number)).toEqual([wrong, null, wrong, null, right])
})

test('TAX-02 a reversal after the tax slip leaves slip and month unchanged, and counts in its own month as a correction', async () => {
  const { loanNumber, fundings } = await aLentLoan(fixture())
  const lenderId = fundings[0]?.lenderId ?? 0
  const reference = await pay(fixture(), '2026-03-20', { loanNumber })
  const { phone } = await one<{ phone: string }>(
    fixture().context.db,
    'test.phone',
    'select phone from lender where id = $1',
    [lenderId],
  )
  goTo(fixture(), '2026-04-10')
  const number = aNumber()
  expect((await importing([`${phone},2026-03,PPH23,,${number},2026-04-09,12000,1800,`])).json).toMatchObject({
    taken: 1,
  })
  const input = { reference, reason: 'misread' }
  await perform(fixture().context, reverseRepayment, { actor, input })
  goTo(fixture(), '2026-05-10')
  const { months, interest, tax, slips: count } = await lenderTax(fixture().context, lenderId, 2026)
  expect(
    months.map(({ period, lines }) => [period, lines[0]?.interest, lines[0]?.tax, lines[0]?.slip?.number]),
  ).toEqual([
    ['2026-03', 12_000, 1_800, number],
    ['2026-04', -12_000, -1_800, undefined],
  ])
  expect([interest, tax, count]).toEqual([0, 0, { entered: 1, missing: 0 }])
  expect(
    (await importing([`${phone},2026-04,PPH23,,${aNumber()},2026-05-09,12000,1800,`])).json,
  ).toMatchObject({
    refusals: [{ reason: 'gross_interest: koreksi melebihi bunga 2026-04, jadi tidak ada bukti potongnya' }],
  })
})

test('TAX-02 a tax year is closed once its tax is paid; then no tax slip can be entered or corrected until it is reopened', async () => {
  const { phone } = await aTaxedLender('2026-12-20')
  goTo(fixture(), '2027-01-10')
  const year = (word: string) =>
    operator(['--json', 'tax', 'year', word, '2026', '--reason', 'returns are filed'])
  expect((await year('close')).err).toMatch(/Pajak 2026-\d\d belum disetor ke negara/)
  const { periods } = (await operator(['--json', 'tax', 'list'])).json as {
    periods: { period: string; payable: number }[]
  }
  for (const [no, { period, payable }] of periods.entries())
    await operator([
      ...['payouts', 'tax', '--period', period, '--amount', String(payable), '--paid-on', `${period}-28`],
      ...['--reference', `YEAR${String(no).padStart(12, '0')}`, '--method', '1', '--reason', 'x'],
    ])
  expect((await year('close')).err).toMatch(/baris tahun 2026 belum memiliki bukti potong/)
  const closed = await operator([
    '--json',
    'tax',
    'year',
    'close',
    '2026',
    '--reason',
    'returns are filed',
    '--yes',
  ])
  expect(closed.json).toMatchObject({ closed: true, changed: true })
  const line = `${phone},2026-12,PPH23,,${aNumber()},2027-01-09,12000,1800,`
  expect((await importing([line])).json).toMatchObject({
    refusals: [{ line: 2, reason: 'period: bukti potong tahun 2026 sudah ditutup' }],
  })
  expect((await year('reopen')).json).toMatchObject({ closed: false, changed: true })
  expect((await importing([line])).json).toMatchObject({ taken: 1 })
})

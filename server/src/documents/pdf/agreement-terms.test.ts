import { formatDateLong, formatRupiah, groupThousands, terbilang } from '@pematang/contract/format/index'
import { describe, expect, test } from 'vitest'
import { allocationOrders, buildSchedule } from '../../books/index.ts'
import { withholdTax } from '../../books/testing.ts'
import type { AgreementSnapshot } from './snapshot.ts'
import { canonicalText } from './content.ts'
import { agreementText } from './agreement-text.ts'
import { sampleSnapshot } from './sample.ts'

/** Terms with values that cannot occur elsewhere in the text by chance. */
const loan: AgreementSnapshot['loan'] = {
  ...sampleSnapshot().loan,
  loanNumber: 'PMT-LUAR-BIASA',
  totalLoan: 987_654_321,
  interestFraction: 0.1937,
  tenor: 7,
  tenorPeriodName: 'Bulan',
  grade: 'Z',
  dueDate: '2027-01-31',
}
const amount = 13_131_313
const schedule = buildSchedule({
  principal: amount,
  annualRate: 0.1937,
  interestType: 'ANNUITY',
  tenor: 7,
  tenorPeriod: 'MONTH',
  startDate: '2027-01-31',
})
const unusual: AgreementSnapshot = {
  ...sampleSnapshot(),
  agreementNumber: 'NOMOR',
  preparedAt: '2027-01-03T03:15:00Z',
  operator: { name: 'PT Luar Biasa', address: 'Jalan Tanpa Nomor', licenceLine: null },
  lender: { name: 'Siti', companyName: null, identityLabel: 'Nomor pengguna', digiSignId: 'DS' },
  borrower: { name: 'Koperasi' },
  loan,
  amount,
  schedule,
  taxRate: 0.23,
  penalty: { dailyFraction: 0.0037, maximumFraction: 0.61 },
  signatureSeconds: 2_580,
  allocation: 'INTEREST_PRINCIPAL_PENALTY',
  offerEnd: { extendDays: 17, extensions: 3, payOutShare: 0.83, payOutDays: 19 },
}
const sum = (of: (row: (typeof schedule)[number]) => number) =>
  schedule.reduce((total, row) => total + of(row), 0)
const tax = sum((row) => withholdTax(row.interest, 0.23))
const net = amount + sum((row) => row.interest) - tax

/** Every value of these terms as it is written in the text, computed independently of the text. */
const figures = [
  ...[amount, net, sum((row) => row.interest)].map(
    (rupiah) => `${formatRupiah(rupiah)} (${terbilang(rupiah)} rupiah)`,
  ),
  ...[loan.totalLoan, tax, amount].map((rupiah) => formatRupiah(rupiah)),
  ...['2027-01-03', '2027-01-31', ...schedule.map(({ dueDate }) => dueDate)].map((day) =>
    formatDateLong(day),
  ),
  '19,370% per tahun',
  '0,37%',
  '61%',
  '23%',
  '7 Bulan',
  `43 (${terbilang(43)}) menit`,
  '17 (tujuh belas) hari',
  '3 (tiga) kali',
  '83%',
  '19 (sembilan belas) hari',
  '23 Maret 2027',
]
const rows = schedule.map(({ no, dueDate, principal, interest }) => {
  const withheld = withholdTax(interest, 0.23)
  const cells = [principal, interest, withheld, principal + interest - withheld]
  return [no, formatDateLong(dueDate), ...cells.map((cell) => groupThousands(String(cell)))].join(' | ')
})
const totals = [amount, sum((row) => row.interest), tax, net].map((cell) => groupThousands(String(cell)))
/** Numbers in the text that are not loan terms: those of laws, articles and clauses, and of a hash function's name. */
const citations = [
  'Undang-Undang Nomor 11 Tahun 2008',
  'Undang-Undang Nomor 27 Tahun 2022',
  'Peraturan Pemerintah Nomor 71 Tahun 2019',
  'Peraturan Menteri Keuangan Nomor 69/PMK.03/2022',
  'Peraturan Otoritas Jasa Keuangan Nomor 40 Tahun 2024',
  'SHA-256',
]

describe.each(['pp', 'ppfp'] as const)('FIX-01 figures of the %s', (kind) => {
  const text = canonicalText(agreementText(kind, unusual))

  test('FIX-01 an agreement contains no numbers besides the terms of the loan, citations of laws and article numbers', () => {
    let rest = text.replaceAll(/[0-9a-f]{64}/g, '')
    for (const part of [...rows, ` | ${totals.join(' | ')}`, ...figures, ...citations]) {
      rest = rest.replaceAll(part, '')
    }
    rest = rest
      .replaceAll(/^Pasal \d+/gm, '')
      .replaceAll(/^\(?\d+[).]/gm, '')
      .replaceAll(/(dalam Pasal|ayat) \(?\d+\)?/g, '')
    expect(rest.split('\n').filter((line) => /\d/.test(line))).toEqual([])
    // An amount in words stands only behind its figure, which is removed as one of the terms.
    expect(rest.match(/\((satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|se)[a-z ]*\)/g)).toBeNull()
  })

  test.each([
    ['the penalty for each day', { penalty: { dailyFraction: 0.0041, maximumFraction: 0.61 } }, '0,41%'],
    ['the limit of penalties', { penalty: { dailyFraction: 0.0037, maximumFraction: 0.57 } }, '57%'],
    ['the tax rate', { taxRate: 0.29 }, '29%'],
    ['the time to sign', { signatureSeconds: 5_400 }, '90 (sembilan puluh) menit'],
    ['the time to sign in hours', { signatureSeconds: 7_200 }, '2 (dua) jam'],
    ['the last day of the offer', { loan: { ...loan, dueDate: '2027-02-11' } }, '11 Februari 2027'],
    ['the interest', { loan: { ...loan, interestFraction: 0.2071 } }, '20,710%'],
    ['the tenor', { loan: { ...loan, tenor: 9 } }, '9 Bulan'],
    ['the amount of the loan', { loan: { ...loan, totalLoan: 777_777_777 } }, 'Rp777.777.777'],
  ])('FIX-01 the agreement text changes with %s', (_, change, shown) => {
    expect(text).not.toContain(shown)
    expect(canonicalText(agreementText(kind, { ...unusual, ...change }))).toContain(shown)
  })

  test('FIX-01 the agreement describes the order of payment allocation that the ledger applies', () => {
    const said = allocationOrders.map((allocation) => {
      const words = canonicalText(agreementText(kind, { ...unusual, allocation }))
      return /lebih dahulu untuk ([a-z, ]+), sebelum angsuran berikutnya\.( Denda diperhitungkan setelah)?/
        .exec(words)
        ?.slice(1)
    })
    expect(said).toEqual([
      ['bunga, kemudian pokok', ' Denda diperhitungkan setelah'],
      ['bunga, kemudian denda, kemudian pokok', undefined],
      ['denda, kemudian bunga, kemudian pokok', undefined],
    ])
  })

  test('FIX-02 an agreement explains how due dates follow from the day of disbursement for each tenor period', () => {
    const rule = (change: Partial<AgreementSnapshot['loan']>, count = schedule.length) =>
      canonicalText(
        agreementText(kind, {
          ...unusual,
          loan: { ...loan, ...change },
          schedule: schedule.slice(0, count),
        }),
      )
    expect(text).toContain(
      'jatuh tempo satu bulan setelah hari pencairan, dan angsuran berikutnya tiap bulan',
    )
    expect(text).toContain('pada hari terakhir bulan yang tidak mempunyai tanggal itu')
    expect(rule({ tenorPeriodName: 'Minggu' })).toContain(
      'jatuh tempo satu minggu setelah hari pencairan, dan angsuran berikutnya tiap minggu sesudahnya.',
    )
    expect(rule({ tenorPeriodName: 'Hari', tenor: 45 }, 1)).toContain(
      'Angsuran jatuh tempo 45 Hari setelah hari pencairan.',
    )
  })
})

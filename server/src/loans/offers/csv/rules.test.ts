import { expect, test } from 'vitest'
import { LOAN_COLUMNS } from './columns.ts'
import { EXAMPLE_CONSENT, EXAMPLE_LOAN, fileWith, readAll } from './example-loan.ts'
import { type CellRule, FACT_RULES } from './fact-rules.ts'
import { CONSENT_FIELDS, type LoanRow } from './loan-row.ts'

type Field = keyof LoanRow
const BIDI_OVERRIDE = '\u202E'
const NUL = '\u0000'

// Each limit is tested just below, at and above.
const RULES: CellRule[] = [
  [
    'loanNumber',
    [
      ['A', 'A'],
      ['A/B-9'.padEnd(40, '0'), 'A/B-9'.padEnd(40, '0')],
    ],
    [
      ['', /kosong/],
      ['A'.repeat(41), /paling banyak 40/],
      ['pmt-1', /A-Z/],
      ['PMT 1', /A-Z/],
      ['PMT-１', /A-Z/],
    ],
  ],
  [
    'borrowerNumber',
    [['B'.repeat(40), 'B'.repeat(40)]],
    [
      ['', /kosong/],
      ['B'.repeat(41), /paling banyak 40/],
    ],
  ],
  [
    'borrowerName',
    [
      ['X', 'X'],
      ['n'.repeat(100), 'n'.repeat(100)],
      ['ＵＤ　Ｒｉｎｊａｎｉ', 'UD Rinjani'],
      ['Łukasz Đặng, Ñ', 'Łukasz Đặng, Ñ'],
      ['  Ma\u0301rta  ', 'M\u00E1rta'],
      ["Na'im \"Bos\", Tbk; 'x'", "Na'im \"Bos\", Tbk; 'x'"],
    ],
    [
      ['   ', /kosong/],
      ['n'.repeat(101), /terlalu panjang: 101 karakter, paling banyak 100/],
      [`a${NUL}b`, /U\+0000/],
      [`a${BIDI_OVERRIDE}b`, /U\+202E/],
      ['a\u2067b', /U\+2067/],
      ['a\u0085b', /U\+0085/],
      ['a\tb', /U\+0009/],
      ['a\nb', /U\+000A/],
      ['a\u2028b', /U\+2028/],
      ['...', /huruf atau angka/],
      ['林美玲', /U\+6797, yang tidak dapat dicetak di perjanjian/],
      ['أحمد', /tidak dapat dicetak/],
      ['ꦱꦿꦶ', /tidak dapat dicetak/],
      ['PT ㈱', /tidak dapat dicetak/],
      ['Budi 😀', /U\+1F600, yang/],
    ],
  ],
  [
    'loanType',
    [['t'.repeat(60), 't'.repeat(60)]],
    [
      ['', /kosong/],
      ['t'.repeat(61), /paling banyak 60/],
    ],
  ],
  [
    'totalLoan',
    [
      ['500000', 500_000],
      ['4999999999', 4_999_999_999],
      ['5000000000', 5_000_000_000],
    ],
    [
      ['', /kosong/],
      ['0', /di atas 0/],
      ['5000000001', /melebihi batas 5000000000/],
      ['9007199254740991', /melebihi batas/],
      ['9007199254740992', /2\^53-1/],
      ['9'.repeat(400), /2\^53-1/],
      ['150.000.000', /tanpa pemisah/],
      ['150,000', /tanpa pemisah/],
      ['1.5e8', /tanpa pemisah/],
      ['1e8', /tanpa pemisah/],
      ['-1', /tanpa pemisah/],
      ['+1', /tanpa pemisah/],
      ['01', /tanpa pemisah/],
      [' 1', /tanpa pemisah/],
      ['0x10', /tanpa pemisah/],
      ['１５０００００００', /tanpa pemisah/],
      ['Rp1', /tanpa pemisah/],
    ],
  ],
  [
    'minimumFunding',
    [
      ['1', 1],
      ['149999999', 149_999_999],
      ['150000000', 150_000_000],
    ],
    [
      ['', /kosong/],
      ['0', /di atas 0/],
      ['150000001', /melebihi total_loan 150000000/],
    ],
  ],
  [
    'interest',
    [
      ['0', '0'],
      ['0.000000', '0'],
      ['0.000001', '0.000001'],
      ['0.12', '0.12'],
      ['0.120000', '0.12'],
      ['0.999999', '0.999999'],
      ['1', '1'],
      ['1.0', '1'],
      ['1.00375', '1.00375'],
      ['1.095000', '1.095'],
    ],
    [
      ['', /kosong/],
      ['0.0000001', /6 desimal/],
      ['1.095001', /dari 0 sampai 1.095/],
      ['12', /dari 0 sampai 1.095/],
      ['0,12', /titik desimal/],
      ['.12', /pecahan/],
      ['-0.1', /pecahan/],
      ['1e-1', /pecahan/],
      ['12%', /pecahan/],
      ['NaN', /pecahan/],
    ],
  ],
  [
    'interestType',
    [
      ['ANNUITY', 'ANNUITY'],
      ['FLAT', 'FLAT'],
      ['BULLET', 'BULLET'],
    ],
    [
      ['', /kosong/],
      ['annuity', /salah satu dari ANNUITY, FLAT, BULLET/],
    ],
  ],
  [
    'tenor',
    [
      ['1', 1],
      ['359', 359],
      ['360', 360],
    ],
    [
      ['', /kosong/],
      ['0', /1 sampai 3650/],
      ['361', /361 MONTH lebih panjang dari 360 MONTH/],
      ['3651', /1 sampai 3650/],
      ['1.5', /1 sampai 3650/],
      ['012', /1 sampai 3650/],
      ['-1', /1 sampai 3650/],
    ],
  ],
  [
    'tenorPeriod',
    [
      ['DAY', 'DAY'],
      ['WEEK', 'WEEK'],
      ['MONTH', 'MONTH'],
    ],
    [
      ['', /kosong/],
      ['YEAR', /salah satu dari DAY, WEEK, MONTH/],
    ],
  ],
  [
    'grade',
    [
      ['', null],
      ['A', 'A'],
      ['AAA+', 'AAA+'],
    ],
    [['AAAA+', /paling banyak 4/]],
  ],
  [
    'gradeDescription',
    [
      [' ', null],
      ['g'.repeat(100), 'g'.repeat(100)],
    ],
    [['g'.repeat(101), /paling banyak 100/]],
  ],
  [
    'purpose',
    [
      ['', null],
      ['p'.repeat(200), 'p'.repeat(200)],
    ],
    [['p'.repeat(201), /paling banyak 200/]],
  ],
  [
    'marketingTitle',
    [['m'.repeat(120), 'm'.repeat(120)]],
    [
      ['', /kosong/],
      ['m'.repeat(121), /paling banyak 120/],
    ],
  ],
  [
    'marketingDetail',
    [
      ['', null],
      ['a\r\nb\nc', 'a\nb\nc'],
      ['d'.repeat(2000), 'd'.repeat(2000)],
    ],
    [
      ['d'.repeat(2001), /paling banyak 2000/],
      ['a\rb', /U\+000D/],
      ['a\tb', /U\+0009/],
    ],
  ],
  [
    'offerFrom',
    [
      ['2000-01-01', '2000-01-01'],
      ['2024-02-29', '2024-02-29'],
      ['2026-06-30', '2026-06-30'],
    ],
    [
      ['', /kosong/],
      ['1999-12-31', /dari tahun 2000/],
      ['2026-02-29', /tanggal YYYY-MM-DD yang ada/],
      ['2100-02-29', /tanggal YYYY-MM-DD yang ada/],
      ['2026-04-31', /tanggal YYYY-MM-DD yang ada/],
      ['2026-13-01', /tanggal YYYY-MM-DD yang ada/],
      ['2026-00-10', /tanggal YYYY-MM-DD yang ada/],
      ['2026-01-00', /tanggal YYYY-MM-DD yang ada/],
      ['01-06-2026', /tanggal YYYY-MM-DD yang ada/],
      ['2026-6-1', /tanggal YYYY-MM-DD yang ada/],
      ['2026-06-01T00:00:00Z', /tanggal YYYY-MM-DD yang ada/],
    ],
  ],
  [
    'offerUntil',
    [
      ['2026-06-02', '2026-06-02'],
      ['2100-12-31', '2100-12-31'],
    ],
    [
      ['', /kosong/],
      ['2026-06-01', /sesudah offer_from/],
      ['2026-05-31', /sesudah offer_from/],
      ['2101-01-01', /tanggal YYYY-MM-DD yang ada/],
    ],
  ],
  [
    'consentReference',
    [['r'.repeat(100), 'r'.repeat(100)]],
    [
      ['', /consent_reference kosong: persetujuan Penerima Dana disebut dengan/],
      ['r'.repeat(101), /paling banyak 100/],
      ['a\nb', /U\+000A/],
    ],
  ],
  [
    'consentProvider',
    [['p'.repeat(60), 'p'.repeat(60)]],
    [
      ['', /consent_provider kosong: persetujuan Penerima Dana/],
      ['p'.repeat(61), /paling banyak 60/],
    ],
  ],
  [
    'consentAt',
    [
      ['2026-05-28T10:15:30+07:00', '2026-05-28T03:15:30.000Z'],
      ['2026-05-28T03:15:30.5Z', '2026-05-28T03:15:30.500Z'],
      ['2025-06-01T00:00:00+07:00', '2025-05-31T17:00:00.000Z'],
      ['2026-07-01T23:59:59+07:00', '2026-07-01T16:59:59.000Z'],
    ],
    [
      ['', /consent_at kosong: persetujuan Penerima Dana/],
      ['2026-05-28', /waktu dengan zonanya/],
      ['2026-05-28T10:15:30', /waktu dengan zonanya/],
      ['2026-02-29T10:15:30Z', /waktu dengan zonanya/],
      ['2026-05-28T24:00:00Z', /waktu dengan zonanya/],
      ['28-05-2026 10:15', /waktu dengan zonanya/],
      ['1970-01-01T00:00:00Z', /waktu dengan zonanya/],
      ['2025-05-31T23:59:59+07:00', /lebih dari 365 hari sebelum offer_from/],
      ['2026-07-02T00:00:00+07:00', /sesudah offer_until/],
    ],
  ],
  [
    'consentHash',
    [['AB'.repeat(32), 'ab'.repeat(32)]],
    [
      ['', /consent_sha256 kosong: persetujuan Penerima Dana/],
      ['ab'.repeat(31), /64 angka heksadesimal/],
      ['ab'.repeat(33), /64 angka heksadesimal/],
      ['xy'.repeat(32), /64 angka heksadesimal/],
      ['0'.repeat(64), /bukan hash dokumen/],
    ],
  ],
  ...FACT_RULES,
  [
    'bankCode',
    [['009', '009']],
    [
      ['', /bank_code kosong: rekening Penerima Dana disebut dengan/],
      ['14', /harus 3 angka/],
      ['0140', /harus 3 angka/],
      ['0A4', /harus 3 angka/],
    ],
  ],
  [
    'accountNumber',
    [
      ['00001', '00001'],
      ['0'.repeat(20), '0'.repeat(20)],
    ],
    [
      ['', /account_number kosong: rekening Penerima Dana/],
      ['0001', /5 sampai 20 angka/],
      ['0'.repeat(21), /5 sampai 20 angka/],
      ['1234-5678', /5 sampai 20 angka/],
      ['1.2E+10', /5 sampai 20 angka/],
    ],
  ],
  [
    'accountHolder',
    [['h'.repeat(100), 'h'.repeat(100)]],
    [
      ['', /account_holder kosong: rekening Penerima Dana/],
      ['h'.repeat(101), /paling banyak 100/],
      ['a\nb', /U\+000A/],
    ],
  ],
]

const account = { bankCode: '014', accountNumber: '0012345678', accountHolder: 'Usaha Contoh' }

/** The other cells of a consent or an account, which one of its columns needs to be valid. */
const beside = (field: Field): Partial<Record<Field, string>> =>
  CONSENT_FIELDS.some((name) => name === field) ? EXAMPLE_CONSENT : field in account ? account : {}

const EVERY_FIELD = Object.keys(LOAN_COLUMNS).sort()

test('SRV-01 every column of the loan file has a test of its rules', () => {
  expect(RULES.map(([field]) => field).sort()).toEqual(EVERY_FIELD)
})

test.each(RULES)('SRV-01 the loan file accepts valid values of the column %s', async (field, taken) => {
  const lines = await readAll(fileWith(...taken.map(([cell]) => ({ ...beside(field), [field]: cell }))))
  expect(lines.map((line) => ('loan' in line ? line.loan : line.refused))).toEqual(
    taken.map(([, value]) => ({ ...EXAMPLE_LOAN, ...beside(field), [field]: value })),
  )
})

test.each(RULES)(
  'SRV-01 the loan file rejects invalid values of the column %s',
  async (field, _taken, refused) => {
    const lines = await readAll(fileWith(...refused.map(([cell]) => ({ ...beside(field), [field]: cell }))))
    expect(lines).toHaveLength(refused.length)
    for (const [position, line] of lines.entries()) {
      const [cell, reason] = refused[position] as [string, RegExp]
      if (!('refused' in line)) throw new Error(`${field} took ${JSON.stringify(cell)}`)
      expect(line.refused.column).toBe(LOAN_COLUMNS[field].name)
      expect(line.refused.reason).toMatch(reason)
      expect(line.refused.reason, 'a report shows no invisible characters').not.toMatch(/[\p{C}]/u)
      expect(line.refused.reason.length).toBeLessThan(250)
    }
  },
)

test.each([
  ['DAY', 3650],
  ['WEEK', 521],
] as const)('VAL-12 the loan file takes tenors in %ss up to ten years', async (tenorPeriod, longest) => {
  const [taken, refused] = await readAll(
    fileWith({ tenorPeriod, tenor: String(longest) }, { tenorPeriod, tenor: String(longest + 1) }),
  )
  expect(taken).toMatchObject({ loan: { tenor: longest, tenorPeriod } })
  expect(refused).toMatchObject({ refused: { column: 'tenor' } })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskNumber } from './mask-number.ts'
import { formatMonth } from './month.ts'
import { formatPercent } from './percent.ts'
import {
  daysLeft,
  formatDateLong,
  formatDateTimeLong,
  formatInterest,
  formatRupiah,
  formatTenor,
  groupThousands,
  parseRupiah,
  tenorPeriodName,
} from './index.ts'

describe('rupiah', () => {
  test('FMT-01 an amount in rupiah is formatted with Rp and dots for thousands', () => {
    expect(formatRupiah(0)).toBe('Rp0')
    expect(formatRupiah(999)).toBe('Rp999')
    expect(formatRupiah(1_000_000)).toBe('Rp1.000.000')
    expect(formatRupiah(-25_000)).toBe('-Rp25.000')
    expect(formatRupiah(Number.MAX_SAFE_INTEGER)).toBe('Rp9.007.199.254.740.991')
  })

  test('FMT-01 decimals of rupiah are formatted with a comma when requested', () => {
    expect(formatRupiah(1_000, 2)).toBe('Rp1.000,00')
    expect(formatRupiah(1_234.565, 2)).toBe('Rp1.234,57')
    expect(formatRupiah(-0.004, 2)).toBe('Rp0,00')
    expect(formatRupiah(1_000, 1)).toBe('Rp1.000,0')
    expect(formatRupiah(-1)).toBe('-Rp1')
  })

  test('FMT-01 a typed amount is grouped with dots for thousands', () => {
    expect(['', '1', '1234', '123456', '0001'].map(groupThousands)).toEqual([
      '',
      '1',
      '1.234',
      '123.456',
      '0.001',
    ])
  })

  test('FMT-01 parsing a formatted amount returns the same amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 2 }), (amount, decimals) => {
        expect(parseRupiah(formatRupiah(amount, decimals))).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })

  test('FMT-01 typed amounts are parsed, and ambiguous ones refused', () => {
    expect(parseRupiah(' Rp 1.000.000,00 ')).toBe(1_000_000)
    expect(parseRupiah('Rp. 1.500.000,-')).toBe(1_500_000)
    expect(parseRupiah('\u202a1.500.000\u202c\u200e')).toBe(1_500_000)
    expect(parseRupiah('Rp 1,5 juta')).toBeNull()
    expect(parseRupiah('rp. 100000')).toBe(100_000)
    for (const text of [
      '150000',
      '150.000',
      '150,000',
      'Rp150.000,00',
      '150,000.00',
      '150000.00',
      'IDR 150 000',
      '0150000',
    ])
      expect(parseRupiah(text), text).toBe(150_000)
    expect(parseRupiah('1.500')).toBe(1_500)
    expect(parseRupiah('-Rp1')).toBe(-1)
    expect(parseRupiah('-Rp0')).toBe(0)
    expect(parseRupiah('Rp\u00a01,500,000')).toBe(1_500_000)
    for (const text of [
      '',
      'Rp',
      '1.00.000',
      '1000.000',
      '1,5',
      '1.000,5',
      'sejuta',
      '1e6',
      '9007199254740992',
      '150000.50',
      '150000,5',
      '1.5',
      '1,500.000',
      '1.500,000',
      '150.000.00',
      '5 juta',
      '1 2 rp',
    ]) {
      expect(parseRupiah(text), text).toBeNull()
    }
  })
})

describe('dates', () => {
  test('FMT-01 an instant is formatted as the long Indonesian date of its day in Jakarta', () => {
    expect(formatDateLong('2026-11-21')).toBe('21 November 2026')
    expect(formatDateLong('2026-12-31T17:00:00Z')).toBe('1 Januari 2027')
    expect(formatDateLong(new Date('2026-08-16T16:59:59Z'))).toBe('16 Agustus 2026')
    expect(formatDateTimeLong('2026-11-21T07:05:00Z')).toBe('21 November 2026 14.05 WIB')
    expect(() => formatDateLong('kemarin')).toThrow(RangeError)
  })

  test('FMT-01 every month has its Indonesian name', () => {
    const names = Array.from({ length: 12 }, (_, index) =>
      formatMonth(`2026-${String(index + 1).padStart(2, '0')}`),
    )
    expect(names.join(', ')).toBe(
      'Januari 2026, Februari 2026, Maret 2026, April 2026, Mei 2026, Juni 2026, Juli 2026, Agustus 2026, ' +
        'September 2026, Oktober 2026, November 2026, Desember 2026',
    )
  })

  test('FMT-01 the long date of any instant equals that of Intl.DateTimeFormat', () => {
    const platform = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', dateStyle: 'long' })
    const instants = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (when) => {
        expect(formatDateLong(when)).toBe(platform.format(when))
      }),
    )
  })
})

test('FMT-01 a phone or account number is masked except for its last four digits, and a shorter one completely', () => {
  expect(['081234567890', '12345', '1234', '7', ''].map(maskNumber)).toEqual([
    '********7890',
    '*2345',
    '****',
    '*',
    '',
  ])
})

describe('loan cards', () => {
  test('MKT-04 a loan card shows the interest rate with three decimals and a comma', () => {
    expect(formatInterest(0.125)).toBe('12,500%')
    expect(formatInterest(0.07)).toBe('7,000%')
    expect(formatInterest(0.1855)).toBe('18,550%')
    expect(formatInterest('0.123455')).toBe('12,346%')
    expect([0, 1, 1e-7, 0.29].map(formatInterest)).toEqual(['0,000%', '100,000%', '0,000%', '29,000%'])
  })

  test('FMT-01 CHO-05 TAX-03 a fraction is formatted as percent with a comma, and only with the decimals that it has', () => {
    expect([0.001, 0.0005, 1, 0.15, 0.1234, 0.07, 0.125, 0.0333, 0].map(formatPercent)).toEqual([
      ...['0,1%', '0,05%', '100%', '15%', '12,34%', '7%', '12,5%', '3,33%', '0%'],
    ])
  })

  test('MKT-04 an interest rate of five decimals is shown without rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (millis) => {
        const shown = formatInterest(millis / 100_000)
        expect(shown.replace(/[,%]/g, '').replace(/^0+(?=\d)/, '')).toBe(String(millis))
      }),
    )
  })

  test('MKT-04 a loan card shows how many days its offer is still open', () => {
    const now = '2026-11-21T05:00:00Z'
    expect(daysLeft('2026-11-26T05:00:00Z', now)).toBe('5 hari lagi')
    expect(daysLeft('2026-11-22T17:00:00Z', now)).toBe('2 hari lagi')
    expect(daysLeft('2026-11-22T16:59:00Z', now)).toBe('Hari terakhir')
    expect(daysLeft('2026-11-01T00:00:00Z', new Date(now))).toBe('Hari terakhir')
    expect(daysLeft('2026-11-24', '2026-11-21T17:00:00Z')).toBe('2 hari lagi')
    // A bare day ends at midnight in Jakarta, 35 hours from here, and not at midnight in UTC, 42 hours from here.
    expect(daysLeft('2026-11-23', '2026-11-21T06:00:00Z')).toBe('Hari terakhir')
    expect(() => daysLeft('besok', now)).toThrow(RangeError)
  })

  test('MKT-04 a loan card shows the tenor as number plus period name', () => {
    expect(formatTenor(12, tenorPeriodName('MONTH'))).toBe('12 Bulan')
    expect(formatTenor(2, tenorPeriodName('WEEK'))).toBe('2 Minggu')
    expect(formatTenor(90, tenorPeriodName('DAY'))).toBe('90 Hari')
  })
})

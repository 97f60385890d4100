import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalText, textHash } from './content.ts'
import { agreementText } from './agreement-text.ts'
import { sampleSnapshot } from './sample.ts'

describe.each(['pp', 'ppfp'] as const)('%s', (kind) => {
  const content = agreementText(kind, sampleSnapshot())
  const text = canonicalText(content)

  test('FND-03 an agreement contains what regulation POJK 40/2024 requires', () => {
    const asked = [
      'Nomor 27 Tahun 2022',
      'denda',
      'Risiko gagal bayar|risiko gagal bayar',
      'LAPS SJK',
      'tanda tangan elektronik',
      'Pajak Penghasilan',
      'Jangka waktu: 12 Bulan',
      'Jumlah pendanaan: Rp25.500.000 \\(dua puluh lima juta lima ratus ribu rupiah\\)',
      'Angsuran terakhir: 30 November 2027',
      'persetujuan kedua pihak',
    ]
    for (const part of asked) expect(text).toMatch(new RegExp(part))
  })

  test('FND-03 the hash of an agreement is the SHA-256 of its whole text', () => {
    expect(textHash(content)).toBe(createHash('sha256').update(text).digest('hex'))
    for (const change of [
      { amount: 25_400_000 },
      { taxRate: 0.3 },
      { agreementNumber: '2026/11/000124' },
      { penalty: { dailyFraction: 0.002, maximumFraction: 0.5 } },
    ]) {
      expect(textHash(agreementText(kind, sampleSnapshot(change)))).not.toBe(textHash(content))
    }
  })

  test('FND-03 an agreement claims a licence only if the operator has one', () => {
    expect(text).not.toMatch(/izin|diawasi/i)
    const base = sampleSnapshot()
    const operator = { ...base.operator, licenceLine: 'Berizin dan diawasi oleh OJK' }
    expect(canonicalText(agreementText('ppfp', { ...base, operator }))).toContain(
      'Izin: Berizin dan diawasi oleh OJK',
    )
  })

  test('FND-03 the schedule of an agreement adds up to the amount funded and to what the lender receives', () => {
    const value = (cell = '') => Number(cell.replaceAll('.', ''))
    const { rows, total } = content.schedule
    for (const column of [2, 3, 4, 5]) {
      expect(rows.reduce((sum, row) => sum + value(row[column]), 0)).toBe(value(total[column]))
    }
    expect(value(total[2])).toBe(25_500_000)
    expect(value(total[5])).toBe(value(total[2]) + value(total[3]) - value(total[4]))
  })

  test('FND-03 names in an agreement keep their letters and lose invisible characters', () => {
    const base = sampleSnapshot()
    const lender = { ...base.lender, name: ' Adi\u202E  Putra\u200B\nSE\u0301\u0000 李 ' }
    expect(canonicalText(agreementText(kind, { ...base, lender }))).toContain(
      'Diwakili oleh: Adi Putra SÉ 李\n',
    )
  })
})

describe.each(['pp', 'ppfp'] as const)('%s', (kind) => {
  const rule = { extendDays: 7, extensions: 2, payOutShare: 0.8, payOutDays: 14 }
  const clausesWith = (offerEnd: typeof rule | { payOutShare: null } | undefined) => {
    const snapshot = sampleSnapshot(offerEnd ? { offerEnd: { ...rule, ...offerEnd } } : {})
    const article = agreementText(kind, snapshot).articles.find(
      ({ heading }) => heading === 'Akhir masa pendanaan',
    )
    return article?.clauses.map(({ text }) => text)
  }

  test('FIX-13 an agreement explains what happens to a loan that is not full when its offer ends', () => {
    expect(clausesWith(rule)).toEqual([
      'Masa pendanaan pinjaman ini berakhir pada 5 Desember 2026. Jika pada hari itu pinjaman belum terdanai penuh, masa ' +
        'pendanaan diperpanjang 7 (tujuh) hari, paling banyak 2 (dua) kali, sehingga berakhir paling lambat pada 19 ' +
        'Desember 2026.',
      expect.stringContaining(
        'sedikitnya 80% dari pokoknya terdanai, pokok seluruh pinjaman menjadi jumlah yang terdanai',
      ),
      'Pinjaman yang tidak dicairkan paling lambat 14 (empat belas) hari setelah masa pendanaannya berakhir dibatalkan.',
      expect.stringContaining('dikembalikan penuh ke saldonya tanpa biaya dan tanpa bunga'),
    ])
    expect(clausesWith({ ...rule, extensions: 0, payOutShare: null } as never)?.slice(0, 2)).toEqual([
      'Masa pendanaan pinjaman ini berakhir pada 5 Desember 2026.',
      'Jika pada akhir masa pendanaan pinjaman belum terdanai penuh, pinjaman dibatalkan.',
    ])
    expect(clausesWith(undefined)).toBeUndefined()
  })
})

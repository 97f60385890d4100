import { describe, expect, test } from 'vitest'
import type { TransactionFacts } from '@pematang/contract/reports/transactions/endpoints'
import { detailFacts } from './detail-facts.ts'

const withdrawal: TransactionFacts = {
  kind: 'WITHDRAWAL',
  sent: 197_500,
  fee: 2_500,
  bankName: 'BCA',
  accountName: 'Sari Dewi',
  accountNumber: '******0001',
  reason: 'Kebutuhan pribadi',
  outcome: 'PAID',
  endedAt: '2026-03-02T03:04:05.000Z',
  bankReference: 'BNI-1',
}
const repayment: TransactionFacts = {
  ...{ kind: 'REPAYMENT', isRefund: false, paidOn: '2026-03-02' },
  ...{ principal: 100_000, interest: 12_000, penalty: 0, tax: 1_800 },
}

describe('the details of a transaction', () => {
  test('the details of a withdrawal show the amount sent, its fee, the account and the bank’s reference', () => {
    expect(detailFacts(withdrawal)).toEqual({
      Keterangan: 'Sudah dikirim bank',
      'Dikirim ke rekening': 'Rp197.500',
      'Biaya transfer': 'Rp2.500',
      'Rekening tujuan': 'BCA ******0001',
      'Atas nama': 'Sari Dewi',
      'Alasan penarikan': 'Kebutuhan pribadi',
      'Referensi bank': 'BNI-1',
      'Selesai pada': expect.stringContaining('2 Mar'),
    })
  })

  test('the details of a transaction leave out what is not known yet', () => {
    const underWay = { ...withdrawal, bankName: null, bankReference: null, endedAt: null }
    const facts = detailFacts({ ...underWay, outcome: 'UNDER_WAY' })
    expect(facts).toMatchObject({ Keterangan: 'Sedang diproses bank', 'Rekening tujuan': '******0001' })
    expect(Object.keys(facts)).not.toContain('Referensi bank')
    expect(Object.keys(facts)).not.toContain('Selesai pada')
  })

  test('the details of a repayment leave out zero amounts, and show the tax as subtracted', () => {
    expect(detailFacts(repayment)).toEqual({
      'Dibayar Penerima Dana pada': expect.stringContaining('2 Mar'),
      Pokok: 'Rp100.000',
      Bunga: 'Rp12.000',
      'Pajak dipotong': '-Rp1.800',
    })
  })

  test('the details of a funding awaiting its signature include the deadline', () => {
    const signBefore = '2026-03-02T03:04:05.000Z'
    const waiting = detailFacts({ kind: 'FUNDING', outcome: 'WAITING', endedAt: null, signBefore })
    expect(Object.keys(waiting)).toEqual(['Keterangan', 'Batas tanda tangan'])
    const ended = detailFacts({ kind: 'FUNDING', outcome: 'EXPIRED', endedAt: signBefore, signBefore })
    expect(Object.keys(ended)).toEqual(['Keterangan', 'Selesai pada'])
  })
})

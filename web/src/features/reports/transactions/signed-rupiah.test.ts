import { expect, test } from 'vitest'
import { signedRupiah } from './signed-rupiah.ts'

test('FMT-01 TRX-01 credits in the transaction history have a plus and debits a minus sign', () => {
  expect([12_500_000, -1_000, 0].map(signedRupiah)).toEqual(['+Rp12.500.000', '-Rp1.000', 'Rp0'])
})

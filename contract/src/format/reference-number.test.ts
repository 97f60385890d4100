import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  agreementNumber,
  bulkNumber,
  confirmationNumber,
  fundingNumber,
  mandateNumber,
  repaymentNumber,
  statementNumber,
  topUpNumber,
  withdrawalNumber,
} from './reference-number.ts'

/** A time-ordered uuid: 48 bits of milliseconds, then the random part. */
const uuidAt = (at: Date, random: string): string => {
  const hex = at.getTime().toString(16).padStart(12, '0') + random
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

test('FMT-01 each kind of number has its prefix, the day in Jakarta and ten characters of the id', () => {
  // 18:00 UTC is the next day in Jakarta.
  const id = uuidAt(new Date('2026-11-23T18:00:00Z'), '7000800000000000002a')
  const numbers = [
    bulkNumber,
    fundingNumber,
    topUpNumber,
    repaymentNumber,
    agreementNumber,
    mandateNumber,
    confirmationNumber,
    withdrawalNumber,
    statementNumber,
  ].map((numberOf) => numberOf(id))
  // 0x2a is 42: one times 32 and ten, which is the letter A.
  const kinds = ['BLK', 'FND', 'TOP', 'RPY', 'PJJ', 'KPO', 'KNF', 'WDR', 'STM']
  expect(numbers).toEqual(kinds.map((kind) => `${kind}-261124-000000001A`))
})

test('FMT-01 a number contains the last fifty bits of its id in the alphabet of Crockford', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: 20,
    maxLength: 20,
  })
  fc.assert(
    fc.property(digits, (random) => {
      const signs = fundingNumber(uuidAt(new Date('2026-11-23T00:00:00Z'), random)).slice(
        'FND-261123-'.length,
      )
      // JavaScript's own base 32 has 0 to 9 and a to v, in the same order.
      const own = (BigInt(`0x${random.slice(-13)}`) & (2n ** 50n - 1n)).toString(32).padStart(10, '0')
      const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      expect(signs).toBe(Array.from(own, (sign) => crockford[Number.parseInt(sign, 32)]).join(''))
    }),
  )
})

import { expect, test } from 'vitest'
import { channels, instructionsFor } from './instructions.ts'

const account = {
  vaBankCode: '009',
  vaName: 'PT Lumbung Contoh',
  vaNumber: '988000012345678',
  vaBank: 'BNI',
  methodPayment: 1,
}
const bni = instructionsFor(account)
const other = instructionsFor({ ...account, vaBank: 'Bank Contoh', methodPayment: 2 })

test('DEP-02 the deposit channels are ATM, Internet Banking, Mobile Banking and Teller', () => {
  expect(channels).toEqual(['ATM', 'Internet Banking', 'Mobile Banking', 'Teller'])
  expect(Object.keys(bni)).toEqual([...channels])
})

test.each(channels)(
  'DEP-02 the deposit steps of %s show the virtual account and its bank, and differ between the banks',
  (channel) => {
    for (const [steps, bank] of [
      [bni[channel], 'BNI'],
      [other[channel], 'Bank Contoh'],
    ] as const) {
      const text = steps.join(' ')
      expect(steps.length).toBeGreaterThanOrEqual(4)
      expect(text).toContain(account.vaNumber)
      expect(text).toContain(account.vaName)
      expect(text).toContain(bank)
    }
    const renamed = bni[channel].map((step) => step.replaceAll('BNI', 'Bank Contoh'))
    expect(other[channel]).not.toEqual(renamed)
  },
)

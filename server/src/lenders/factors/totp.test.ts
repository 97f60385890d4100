import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { makeCodes, hashCode } from './recovery-codes.ts'
import { makeSecret, stepOf, uriOf } from './totp.ts'

// RFC 6238, appendix B, with SHA-1: the last six of the eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

test.each(vectors)(
  'MFA-01 at %d seconds the code of RFC 6238 is %s, and works once',
  async (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(await stepOf(code, { secret, seconds, after: 0 })).toBe(step)
    expect(await stepOf(`${code.slice(0, 3)} ${code.slice(3)}`, { secret, seconds, after: 0 })).toBe(step)
    expect(await stepOf(code, { secret, seconds, after: step })).toBeNull()
  },
)

test('MFA-01 a code is of its own 30 seconds alone, whatever the clock of the phone says within half a minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...vectors),
      fc.integer({ min: -300, max: 300 }),
      async ([seconds, code], ahead) => {
        const at = Math.max(0, seconds + ahead)
        const apart = Math.abs(Math.floor(at / 30) - Math.floor(seconds / 30))
        const found = await stepOf(code, { secret, seconds: at, after: 0 })
        expect(found).toBe(apart <= 1 ? Math.floor(seconds / 30) : null)
      },
    ),
  )
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('MFA-01 %j is no code', async (code) => {
  expect(await stepOf(code, { secret, seconds: 59, after: 0 })).toBeNull()
})

test('MFA-01 a new secret has 160 random bits, in the address that apps read', async () => {
  const made = await makeSecret(systemRandom)
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(made).not.toBe(await makeSecret(systemRandom))
  const uri = await uriOf(made, { issuer: 'Dana Contoh', label: '81234567890' })
  expect(uri).toContain('otpauth://totp/Dana%20Contoh:81234567890?')
  expect(uri).toContain(`secret=${made}`)
})

test('MFA-01 ten recovery codes differ, and are the same code however they are typed', () => {
  const codes = makeCodes(systemRandom)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    expect(hashCode(typed)).toEqual(hashCode(code))
  }
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beyondLaw, legalLimits } from './law.ts'
import { classFault, isProfessional, type LenderClass, limitsOf, partOf, tightest } from './rule.ts'

const [law, from2028] = legalLimits.map((rule, place) => ({ ...rule, version: place + 1 }))
if (!law || !from2028) throw new Error('the law has two versions')

const individual = (yearlyIncome: number): LenderClass => ({
  version: 1,
  kind: 'INDIVIDUAL',
  yearlyIncome,
  supervised: false,
  expired: false,
})
const company: LenderClass = { ...individual(0), kind: 'COMPANY', yearlyIncome: null }

const rupiah = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const ppm = fc.nat({ max: 1_000_000 })

describe('LIM-02 the arithmetic of limits', () => {
  test('a share used as funding limit is rounded down to rupiah, for every amount', () => {
    fc.assert(
      fc.property(rupiah, ppm, (amount, share) => {
        const part = BigInt(partOf(amount, share)) * 1_000_000n
        const exact = BigInt(amount) * BigInt(share)
        expect(part <= exact && exact - part < 1_000_000n).toBe(true)
      }),
    )
  })

  test('funding the remaining limit exceeds no limit, and one rupiah more exceeds one', () => {
    fc.assert(
      fc.property(
        fc.record({ income: fc.integer({ min: 1, max: 10 ** 13 }), lender: fc.nat(10 ** 13) }),
        fc.record({ platform: fc.nat(10 ** 15), nonProfessional: fc.nat(10 ** 15), base: fc.nat(10 ** 12) }),
        ({ income, lender }, { platform, nonProfessional, base }) => {
          const rule = { ...from2028, baseOutstanding: base }
          const limits = limitsOf(rule, individual(income), { lender, platform, nonProfessional })
          const found = tightest(limits)
          const within = (amount: number) => limits.every(({ most, used }) => used + amount <= most)
          if (!found) throw new Error('an individual has limits')
          expect(found.room === 0 || within(found.room)).toBe(true)
          expect(within(found.room + 1)).toBe(false)
        },
      ),
    )
  })

  test.each([
    [500_000_000, false, 50_000_000],
    [500_000_001, true, 100_000_000],
    [9, false, 0],
    [19, false, 1],
  ])(
    'a lender with a yearly income of %i is professional: %s, with a limit of %i',
    (income, professional, most) => {
      const lenderClass = individual(income)
      expect(isProfessional(lenderClass, law)).toBe(professional)
      const [limit] = limitsOf(law, lenderClass, { lender: 0, platform: 0, nonProfessional: null })
      expect(limit).toEqual({ code: 'FUNDING_ABOVE_INCOME_LIMIT', most, used: 0 })
    },
  )
})

describe('LIM-03 LIM-04 shares of the platform’s outstanding loans', () => {
  const outstanding = { lender: 7, platform: 1_000_003, nonProfessional: 100_000 }

  test('a lender may fund a quarter of the platform’s outstanding loans, or three quarters while their supervision by OJK is evidenced', () => {
    const mostOf = (lenderClass: LenderClass | null) => limitsOf(law, lenderClass, outstanding)[0]?.most
    expect(mostOf(company)).toBe(250_000)
    expect(mostOf({ ...company, supervised: true })).toBe(750_002)
    expect(mostOf({ ...company, supervised: true, expired: true })).toBe(250_000)
  })

  test('a funding limit is a share of the base amount while less is outstanding', () => {
    const rule = { ...law, baseOutstanding: 2_000_000 }
    expect(limitsOf(rule, company, outstanding)[0]?.most).toBe(500_000)
    expect(limitsOf(rule, company, { ...outstanding, platform: 4_000_000 })[0]?.most).toBe(1_000_000)
  })

  test('from 2028 the common limit of 20% for non-professional lenders applies to them alone', () => {
    const codesOf = (lenderClass: LenderClass) =>
      limitsOf(from2028, lenderClass, outstanding).map(({ code }) => code)
    expect(codesOf(individual(500_000_000))).toContain('FUNDING_ABOVE_NON_PROFESSIONAL_SHARE')
    expect(codesOf(individual(500_000_001))).not.toContain('FUNDING_ABOVE_NON_PROFESSIONAL_SHARE')
    expect(codesOf(company)).toEqual(['FUNDING_ABOVE_LENDER_SHARE'])
    expect(from2028.holdsFrom).toBe('2028-01-01')
  })
})

describe('LIM-05 which limits apply', () => {
  test('a lender class is required for funding only when a limit depends on it', () => {
    const sharesAlone = { ...law, professionalIncomePpm: null, nonProfessionalIncomePpm: null }
    expect(classFault(law, null)).toBe('LENDER_CLASS_MISSING')
    expect(classFault(sharesAlone, null)).toBeNull()
    expect(classFault(law, { ...individual(1), expired: true })).toBe('INCOME_EVIDENCE_EXPIRED')
    expect(classFault(sharesAlone, { ...individual(1), expired: true })).toBeNull()
    expect(classFault(law, { ...company, expired: true })).toBeNull()
  })

  test('a check of the limits reports each one that is looser than the law in force on its day, and no other', () => {
    expect(beyondLaw(law, '2026-01-01')).toEqual([])
    expect(beyondLaw({ ...law, lenderSharePpm: 100_000 }, '2026-01-01')).toEqual([])
    expect(beyondLaw(law, '2028-01-01')).toEqual([
      'no limit of the platform’s outstanding for all non-professional lenders together, the law has 20%',
    ])
    const loose = {
      ...law,
      professionalIncomePpm: null,
      lenderSharePpm: 250_001,
      baseOutstanding: 1,
      incomeBorder: 1,
    }
    expect(beyondLaw(loose, '2026-01-01')).toHaveLength(4)
  })
})

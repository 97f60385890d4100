import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beyondLaw, describeLimits, legalLimits } from './law.ts'
import {
  classFault,
  hasIncomeLimit,
  isProfessional,
  type LenderClass,
  lenderKinds,
  limitsOf,
  partOf,
  tightest,
} from './rule.ts'

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

describe('LIM-02 kinds of lenders', () => {
  test('of the six kinds of lenders, the income of individuals and of non-residents limits them', () => {
    expect(lenderKinds.map((kind) => [kind, hasIncomeLimit(kind)])).toEqual([
      ['INSTITUTION', false],
      ['COMPANY', false],
      ['INDIVIDUAL', true],
      ['NON_RESIDENT', true],
      ['GOVERNMENT', false],
      ['MULTILATERAL', false],
    ])
  })

  test('only a resident individual is non-professional, also one whose income is unknown', () => {
    const isProfessionalWith = (
      kind: LenderClass['kind'],
      yearlyIncome: number | null,
      incomeBorder: number,
    ) => isProfessional({ kind, yearlyIncome }, { incomeBorder })
    for (const kind of lenderKinds) expect(isProfessionalWith(kind, 1, 1)).toBe(kind !== 'INDIVIDUAL')
    expect(isProfessionalWith('INDIVIDUAL', null, 0)).toBe(false)
    expect(isProfessionalWith('INDIVIDUAL', 1, 0)).toBe(true)
  })

  test('a non-resident has the limit of a professional, whatever their income', () => {
    const lenderClass: LenderClass = { ...individual(1_000), kind: 'NON_RESIDENT' }
    const [limit] = limitsOf(law, lenderClass, { lender: 7, platform: 0, nonProfessional: null })
    expect(limit).toEqual({ code: 'FUNDING_ABOVE_INCOME_LIMIT', most: 200, used: 7 })
  })
})

describe('LIM-03 LIM-04 shares of the platform’s outstanding loans', () => {
  const outstanding = { lender: 7, platform: 1_000_003, nonProfessional: 100_000 }

  test('a lender may fund a quarter of the platform’s outstanding loans, or three quarters while their supervision by OJK is evidenced', () => {
    const mostOf = (lenderClass: LenderClass | null) => limitsOf(law, lenderClass, outstanding)[0]?.most
    expect(mostOf(company)).toBe(250_000)
    expect(mostOf({ ...company, supervised: true })).toBe(750_002)
    expect(mostOf({ ...company, supervised: true, expired: true })).toBe(250_000)
  })

  test('a lender without a class has the share of each lender as their only limit', () => {
    const limits = limitsOf(from2028, null, outstanding)
    expect(limits).toEqual([{ code: 'FUNDING_ABOVE_LENDER_SHARE', most: 250_000, used: 7 }])
  })

  test('the common limit of non-professional lenders counts what all of them have outstanding', () => {
    const common = limitsOf(from2028, individual(1), outstanding).at(-1)
    expect(common).toEqual({
      code: 'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE',
      most: 200_000,
      used: 100_000,
    })
  })

  test('a rule without shares and incomes limits nobody', () => {
    const none = {
      ...law,
      professionalIncomePpm: null,
      nonProfessionalIncomePpm: null,
      lenderSharePpm: null,
      supervisedSharePpm: null,
    }
    for (const lenderClass of [null, company, individual(1)])
      expect(limitsOf(none, lenderClass, { lender: null, platform: null, nonProfessional: null })).toEqual([])
    expect(tightest([])).toBeNull()
  })

  test('a figure that a limit needs and that was not read is an error, never a limit of zero', () => {
    const read = () => limitsOf(law, company, { ...outstanding, platform: null })
    expect(read).toThrow('a figure that a limit needs was not read')
  })

  test('the tightest limit is the one that leaves least, and it leaves nothing once it is exceeded', () => {
    const wide = { code: 'FUNDING_ABOVE_LENDER_SHARE', most: 500, used: 100 } as const
    const narrow = { code: 'FUNDING_ABOVE_INCOME_LIMIT', most: 110, used: 100 } as const
    const over = { code: 'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE', most: 90, used: 100 } as const
    expect(tightest([wide, narrow])).toEqual({ code: narrow.code, room: 10 })
    expect(tightest([narrow, wide])).toEqual({ code: narrow.code, room: 10 })
    expect(tightest([wide, over, narrow])).toEqual({ code: over.code, room: 0 })
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
    expect(classFault(law, individual(1))).toBeNull()
    expect(classFault(law, { ...individual(1), expired: true })).toBe('INCOME_EVIDENCE_EXPIRED')
    expect(classFault(sharesAlone, { ...individual(1), expired: true })).toBeNull()
    expect(classFault(law, { ...company, expired: true })).toBeNull()
  })

  test('the common limit of non-professional lenders alone requires valid evidence of an individual’s income', () => {
    const together = { ...from2028, professionalIncomePpm: null, nonProfessionalIncomePpm: null }
    expect(classFault(together, null)).toBe('LENDER_CLASS_MISSING')
    expect(classFault(together, individual(1))).toBeNull()
    expect(classFault(together, { ...individual(1), expired: true })).toBe('INCOME_EVIDENCE_EXPIRED')
    expect(classFault(together, { ...company, expired: true })).toBeNull()
  })

  test('the limits of the law are those of SEOJK 19 and POJK 40, from the days on which these apply', () => {
    const before2028 = [
      '20% dari penghasilan setahun orang pribadi profesional',
      '10% dari penghasilan setahun Pemberi Dana nonprofesional',
      '25% dari sisa pendanaan platform bagi tiap Pemberi Dana',
      '75% dari sisa pendanaan platform bagi tiap Pemberi Dana yang diawasi OJK',
    ]
    expect(describeLimits(law)).toEqual(before2028)
    expect(describeLimits(from2028)).toEqual([
      ...before2028,
      '20% dari sisa pendanaan platform bagi seluruh Pemberi Dana nonprofesional',
    ])
    expect([law.incomeBorder, law.baseOutstanding]).toEqual([500_000_000, 0])
    const unlimited = { ...law, lenderSharePpm: null }
    expect(beyondLaw(unlimited, '2025-07-30')).toEqual([])
    expect(beyondLaw(unlimited, '2025-07-31')).toHaveLength(1)
    expect(beyondLaw(law, '2027-12-31')).toEqual([])
  })

  test('a check of the limits reports each one that is looser than the law in force on its day, and no other', () => {
    expect(beyondLaw(law, '2026-01-01')).toEqual([])
    expect(beyondLaw({ ...law, lenderSharePpm: 100_000 }, '2026-01-01')).toEqual([])
    expect(beyondLaw(law, '2028-01-01')).toEqual([
      'tanpa batas dari sisa pendanaan platform bagi seluruh Pemberi Dana nonprofesional, peraturan 20%',
    ])
    const loose = {
      ...law,
      professionalIncomePpm: null,
      lenderSharePpm: 250_001,
      baseOutstanding: 1,
      incomeBorder: 1,
    }
    expect(beyondLaw(loose, '2026-01-01')).toEqual([
      'tanpa batas dari penghasilan setahun orang pribadi profesional, peraturan 20%',
      '25.0001% dari sisa pendanaan platform bagi tiap Pemberi Dana, peraturan 25%',
      'profesional di atas penghasilan 1, peraturan 500000000',
      'bagian dari paling sedikit 1 rupiah, juga bila sisa pendanaan kurang dari itu',
    ])
    expect(beyondLaw({ ...law, incomeBorder: 500_000_001 }, '2026-01-01')).toEqual([])
  })
})

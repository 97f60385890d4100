import { strategyTerms } from '@pematang/contract/funding/auto/strategy'
import { describe, expect, test } from 'vitest'
import { type Draft, draftOf, emptyDraft, problemsOf, termsOf, termsToEstimate } from './draft.ts'
import { percentText, readPercent } from './percent-text.ts'

const whole: Draft = {
  ...emptyDraft,
  name: ' Bunga tinggi ',
  loanTypes: ['1', '2'],
  grades: ['A', '-'],
  interestFrom: '12,5',
  interestTo: '18',
  tenorFrom: '3',
  tenorTo: '12',
  tenorPeriod: '3',
  amount: 500_000,
  mostPerBorrower: 1_000_000,
  cashToKeep: 100_000,
  budget: 5_000_000,
  reinvest: true,
}

test('AUT-01 the strategy form turns typed text into terms that the server accepts, and those back into the text', () => {
  const terms = termsOf(whole)
  expect(strategyTerms.safeParse(terms).success).toBe(true)
  expect(terms).toMatchObject({
    name: 'Bunga tinggi',
    filters: {
      loanTypeId: '1,2',
      grade: 'A,-',
      interestFrom: '0.125',
      interestTo: '0.18',
      tenorPeriodId: '3',
    },
    perLoan: { kind: 'FIXED', amount: 500_000 },
  })
  const kept = {
    strategyId: 'x',
    place: 1,
    state: 'ACTIVE' as const,
    placed: 0,
    fundings: 0,
    createdDate: '',
    changedDate: '',
    lastRun: null,
    warning: null,
  }
  expect(terms && draftOf({ ...terms, ...kept })).toEqual({ ...whole, name: 'Bunga tinggi' })
  const share = { ...whole, kind: 'SHARE' as const, amount: null, share: '2,25' }
  expect(termsOf(share)?.perLoan).toEqual({ kind: 'SHARE', basisPoints: 225 })
})

describe('AUT-01 wrong input shows a sentence at its field', () => {
  test.each([
    [{ name: '  ' }, 'name', 'Beri nama'],
    [{ interestFrom: '120' }, 'interestFrom', '0 sampai 109,5'],
    [{ interestFrom: '19' }, 'interestTo', 'Bunga terendah'],
    [{ tenorFrom: '1,5' }, 'tenorFrom', 'angka bulat'],
    [{ tenorFrom: '13' }, 'tenorTo', 'Tenor terpendek'],
    [{ amount: null }, 'amount', 'lebih dari nol'],
    [{ amount: 6_000_000, mostPerBorrower: null }, 'amount', 'anggaran strategi'],
    [{ mostPerBorrower: 400_000 }, 'amount', 'Penerima Dana'],
    [{ mostPerBorrower: 0 }, 'mostPerBorrower', 'lebih dari nol'],
    [{ budget: null }, 'budget', 'Anggaran strategi wajib diisi'],
    [{ kind: 'SHARE' as const, share: '0' }, 'share', '0,01%'],
  ] as const)(
    'the strategy form shows a message at the field for the wrong input %o',
    (part, field, sentence) => {
      const draft = { ...whole, ...part }
      expect(problemsOf(draft)[field]).toContain(sentence)
      expect(termsOf(draft)).toBeNull()
    },
  )
})

test('AUT-01 a strategy without a name can be estimated, but not one without amounts', () => {
  expect(termsToEstimate({ ...whole, name: '' })).not.toBeNull()
  expect(termsToEstimate(emptyDraft)).toBeNull()
})

test.each([
  ['12,5', 1_250],
  ['0', 0],
  ['100 %', 10_000],
  ['7.25', 725],
  ['\u202a１２,５\u202c', 1_250],
])('the strategy form reads %s percent and writes it back', (text, hundredths) => {
  expect(readPercent(text)).toBe(hundredths)
  expect(readPercent(percentText(hundredths))).toBe(hundredths)
})
test.each(['', '-1', '100,01', '1,234', 'dua'])('the strategy form refuses "%s" as a percentage', (text) => {
  expect(readPercent(text)).toBeNull()
})

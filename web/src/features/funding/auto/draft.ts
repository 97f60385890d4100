import { highestRatePpm } from '@pematang/contract/loans/terms'
import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { percentText, readPercent } from './percent-text.ts'

/** A strategy as typed in the form. */
export type Draft = {
  name: string
  loanTypes: string[]
  grades: string[]
  interestFrom: string
  interestTo: string
  tenorFrom: string
  tenorTo: string
  /** The unit of the tenor: 1 is days, 2 weeks, 3 months, 0 any unit. */
  tenorPeriod: '0' | '1' | '2' | '3'
  kind: 'FIXED' | 'SHARE'
  amount: number | null
  share: string
  mostPerBorrower: number | null
  cashToKeep: number | null
  budget: number | null
  reinvest: boolean
}

export const emptyDraft: Draft = {
  name: '',
  loanTypes: [],
  grades: [],
  interestFrom: '',
  interestTo: '',
  tenorFrom: '',
  tenorTo: '',
  tenorPeriod: '0',
  kind: 'FIXED',
  amount: null,
  share: '',
  mostPerBorrower: null,
  cashToKeep: null,
  budget: null,
  reinvest: false,
}

const listed = (text: string | undefined) => (text ? text.split(',') : [])
const fraction = (text: string | undefined) => (text ? percentText(Math.round(Number(text) * 10_000)) : '')

export function draftOf({ name, filters, perLoan, ...strategy }: StrategyTerms): Draft {
  const period = filters.tenorPeriodId
  return {
    name,
    loanTypes: listed(filters.loanTypeId),
    grades: listed(filters.grade),
    interestFrom: fraction(filters.interestFrom),
    interestTo: fraction(filters.interestTo),
    tenorFrom: filters.tenorFrom ?? '',
    tenorTo: filters.tenorTo ?? '',
    tenorPeriod: period === '1' || period === '2' || period === '3' ? period : '0',
    kind: perLoan.kind,
    amount: perLoan.kind === 'FIXED' ? perLoan.amount : null,
    share: perLoan.kind === 'SHARE' ? percentText(perLoan.basisPoints) : '',
    mostPerBorrower: strategy.mostPerBorrower,
    cashToKeep: strategy.cashToKeep,
    budget: strategy.budget,
    reinvest: strategy.reinvest,
  }
}

export type Problems = Partial<Record<keyof Draft, string>>

const highestHundredths = highestRatePpm / 100
const readRate = (text: string) => readPercent(text, highestHundredths)
const rateSentence = `Isi angka dari 0 sampai ${percentText(highestHundredths)}, misalnya 12,5.`
const tenorSentence = 'Isi angka bulat, misalnya 6.'

/** Checks a draft and returns the error sentences by field. */
export function problemsOf(draft: Draft): Problems {
  const found: Problems = {}
  if (draft.name.trim() === '') found.name = 'Beri nama, misalnya "Bunga tinggi, tenor pendek".'
  for (const field of ['interestFrom', 'interestTo'] as const)
    if (draft[field].trim() !== '' && readRate(draft[field]) === null) found[field] = rateSentence
  for (const field of ['tenorFrom', 'tenorTo'] as const)
    if (draft[field].trim() !== '' && !/^[1-9]\d{0,3}$/.test(draft[field].trim()))
      found[field] = tenorSentence
  if (!found.interestTo && isCrossed(readRate(draft.interestFrom), readRate(draft.interestTo)))
    found.interestTo = 'Bunga terendah tidak boleh di atas bunga tertinggi.'
  if (!found.tenorTo && isCrossed(numberOf(draft.tenorFrom), numberOf(draft.tenorTo)))
    found.tenorTo = 'Tenor terpendek tidak boleh di atas tenor terpanjang.'
  return { ...found, ...amountProblems(draft) }
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
const isCrossed = (from: number | null, to: number | null) => from !== null && to !== null && from > to

function amountProblems({ kind, amount, share, mostPerBorrower, budget }: Draft): Problems {
  const found: Problems = {}
  if (!budget) found.budget = 'Anggaran strategi wajib diisi dan harus lebih dari nol.'
  if (mostPerBorrower === 0) found.mostPerBorrower = 'Batas per Penerima Dana harus lebih dari nol.'
  if (kind === 'SHARE') {
    const points = readPercent(share)
    if (!points) found.share = 'Porsi per pinjaman harus antara 0,01% dan 100%.'
    return found
  }
  if (!amount) found.amount = 'Jumlah per pinjaman harus lebih dari nol.'
  else if (budget && amount > budget)
    found.amount = 'Jumlah per pinjaman tidak boleh di atas anggaran strategi.'
  else if (mostPerBorrower && amount > mostPerBorrower)
    found.amount = 'Jumlah per pinjaman tidak boleh di atas batas per Penerima Dana.'
  return found
}

/** The terms of a draft; null while a field is missing or invalid. */
export function termsOf(draft: Draft): StrategyTerms | null {
  if (Object.keys(problemsOf(draft)).length > 0) return null
  return {
    name: draft.name.trim(),
    filters: filtersOf(draft),
    perLoan:
      draft.kind === 'FIXED'
        ? { kind: 'FIXED', amount: draft.amount ?? 0 }
        : { kind: 'SHARE', basisPoints: readPercent(draft.share) ?? 0 },
    mostPerBorrower: draft.mostPerBorrower,
    cashToKeep: draft.cashToKeep ?? 0,
    budget: draft.budget ?? 0,
    reinvest: draft.reinvest,
  }
}

const fractionText = (text: string) => String((readRate(text) ?? 0) / 10_000)

const filtersOf = (draft: Draft): StrategyTerms['filters'] => ({
  ...(draft.loanTypes.length > 0 && { loanTypeId: draft.loanTypes.join(',') }),
  ...(draft.grades.length > 0 && { grade: draft.grades.join(',') }),
  ...(draft.interestFrom.trim() !== '' && { interestFrom: fractionText(draft.interestFrom) }),
  ...(draft.interestTo.trim() !== '' && { interestTo: fractionText(draft.interestTo) }),
  ...(draft.tenorFrom.trim() !== '' && { tenorFrom: draft.tenorFrom.trim() }),
  ...(draft.tenorTo.trim() !== '' && { tenorTo: draft.tenorTo.trim() }),
  ...(draft.tenorPeriod !== '0' && { tenorPeriodId: draft.tenorPeriod }),
})

/** The terms for the estimate while the lender types; an empty name is allowed here. */
export const termsToEstimate = (draft: Draft): StrategyTerms | null =>
  termsOf({ ...draft, name: draft.name.trim() || 'Strategi' })

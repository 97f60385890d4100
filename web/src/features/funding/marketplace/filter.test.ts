import { expect, test } from 'vitest'
import { withQuery } from '../../../paths.ts'
import {
  countFilters,
  filterQuery,
  isFiltered,
  isPlain,
  type MarketplaceFilter,
  noFilter,
  readFilter,
  tenorDigits,
} from './filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('MKT-02 the tenor field of the marketplace filter accepts only digits', () => {
  expect(tenorDigits('1a2 ')).toBe('12')
  expect(tenorDigits('-0,5')).toBe('5')
  expect(tenorDigits('123456')).toBe('1234')
  expect(tenorDigits('bulan')).toBe('')
})

test('MKT-02 a marketplace filter sends the tenor as a number or empty, and loan types joined by commas', () => {
  expect(filterQuery({ ...noFilter, tenor: 12, loanTypeIds: [7, 3] })).toEqual({
    tenor: 12,
    loanTypeId: '7,3',
  })
  expect(filterQuery(noFilter)).toEqual({ tenor: '', loanTypeId: '' })
})

test('MKT-02 a marketplace filter is read back from the URL that it wrote', () => {
  const filter = { ...noFilter, tenor: 24, loanTypeIds: [9_007_199_254_740_991, 12] }
  const { tenor, loanTypeId } = filterQuery(filter)
  expect(read(`tenor=${tenor}&loanTypeId=${loanTypeId}`)).toEqual(filter)
})

test('MKT-02 invalid marketplace filters in the URL are ignored', () => {
  expect(read('tenor=abc&loanTypeId=x,-1,0,1e9,99999999999999999')).toEqual(noFilter)
  expect(read('tenor=0&loanTypeId=,,')).toEqual(noFilter)
  expect(read('loanTypeId=4,4,5').loanTypeIds).toEqual([4, 5])
})

test('MKT-02 the number of active marketplace filters is counted', () => {
  expect(isFiltered(noFilter)).toBe(false)
  expect(isFiltered({ ...noFilter, loanTypeIds: [1] })).toBe(true)
  expect(countFilters({ ...noFilter, tenor: 6, loanTypeIds: [1, 2] })).toBe(2)
})

const whole: MarketplaceFilter = {
  tenor: null,
  loanTypeIds: [7, 3],
  sort: 'interest',
  tenorFrom: 6,
  tenorTo: 24,
  tenorPeriodId: 3,
  interestFrom: 0.1,
  interestTo: 0.185,
  grades: ['A', '-'],
  leftFrom: 10_000_000,
  notMine: true,
}

test('CHO-01 CHO-02 marketplace order and filters are read back from the URL that they wrote', () => {
  expect(filterQuery(whole)).toEqual({
    tenor: '',
    loanTypeId: '7,3',
    sort: 'interest',
    tenorFrom: '6',
    tenorTo: '24',
    tenorPeriodId: '3',
    interestFrom: '0.1',
    interestTo: '0.185',
    grade: 'A,-',
    leftFrom: '10000000',
    notMine: 'true',
  })
  expect(read(withQuery('', filterQuery(whole)))).toEqual(whole)
})

test('SCN-14 an exact tenor in the URL goes before a range of tenors, and keeps its unit', () => {
  expect(read('tenor=12&tenorFrom=24&tenorTo=36')).toEqual({ ...noFilter, tenor: 12 })
  const inMonths = { tenor: null, tenorFrom: 12, tenorTo: 12, tenorPeriodId: 3 }
  expect(read('tenor=12&tenorPeriodId=3')).toEqual({ ...noFilter, ...inMonths })
})

test('CHO-01 an unknown marketplace order and unreadable filters in the URL are ignored', () => {
  expect(read('sort=cheapest&tenorFrom=-1&tenorTo=12x&tenorPeriodId=4&leftFrom=1e6&notMine=ya')).toEqual(
    noFilter,
  )
  expect(read('interestFrom=12&interestTo=0.1234567&grade=,,')).toEqual(noFilter)
  expect(read('sort=filled').sort).toBe('filled')
})

test('CHO-02 the marketplace requests the plain list of the specification when only tenor and loan types are set', () => {
  expect(isPlain({ ...noFilter, tenor: 12, loanTypeIds: [1] })).toBe(true)
  expect(isPlain({ ...noFilter, sort: 'newest' })).toBe(false)
  expect(isPlain({ ...noFilter, notMine: true })).toBe(false)
})

test('CHO-02 the filter count counts a range with its unit as one filter, and not the order', () => {
  expect(countFilters(whole)).toBe(6)
  expect(countFilters({ ...noFilter, sort: 'left' })).toBe(0)
  expect(countFilters({ ...noFilter, tenorFrom: 3, tenorPeriodId: 3 })).toBe(1)
})

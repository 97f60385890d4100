import { expect, test } from 'vitest'
import { countFilters, filterQuery, isFiltered, noFilter, readFilter, tenorDigits } from './filter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('MKT-02 the tenor field lets digits through and nothing else', () => {
  expect(tenorDigits('1a2 ')).toBe('12')
  expect(tenorDigits('-0,5')).toBe('5')
  expect(tenorDigits('123456')).toBe('1234')
  expect(tenorDigits('bulan')).toBe('')
})

test('MKT-02 the tenor is sent as a number or empty, loan types joined by commas', () => {
  expect(filterQuery({ tenor: 12, loanTypeIds: [7, 3] })).toEqual({ tenor: 12, loanTypeId: '7,3' })
  expect(filterQuery(noFilter)).toEqual({ tenor: '', loanTypeId: '' })
})

test('MKT-02 the filter lives in the address and comes back from it', () => {
  const filter = { tenor: 24, loanTypeIds: [9_007_199_254_740_991, 12] }
  const { tenor, loanTypeId } = filterQuery(filter)
  expect(read(`tenor=${tenor}&loanTypeId=${loanTypeId}`)).toEqual(filter)
})

test('MKT-02 an address that someone made up is read as no filter', () => {
  expect(read('tenor=abc&loanTypeId=x,-1,0,1e9,99999999999999999')).toEqual(noFilter)
  expect(read('tenor=0&loanTypeId=,,')).toEqual(noFilter)
  expect(read('loanTypeId=4,4,5').loanTypeIds).toEqual([4, 5])
})

test('MKT-02 knows whether and how much is filtered', () => {
  expect(isFiltered(noFilter)).toBe(false)
  expect(isFiltered({ tenor: null, loanTypeIds: [1] })).toBe(true)
  expect(countFilters({ tenor: 6, loanTypeIds: [1, 2] })).toBe(2)
})

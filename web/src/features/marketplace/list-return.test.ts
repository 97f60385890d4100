import { expect, test } from 'vitest'
import { listState, listTarget } from './list-return.ts'

test('CHO-05 leads back to the list with the filter that the loan was opened from', () => {
  expect(listTarget(listState('?tenor=12&loanTypeId=3'))).toBe('/marketplace/list?tenor=12&loanTypeId=3')
  expect(listTarget(listState(''))).toBe('/marketplace/list')
})

test.each([null, undefined, 7, {}, { list: 3 }, { list: 'https://contoh.example' }, { list: '?a b' }])(
  'CHO-05 leads back to the whole list where the state is %j',
  (state) => {
    expect(listTarget(state)).toBe('/marketplace/list')
  },
)

import { expect, test } from 'vitest'
import { listState, listTarget } from './list-return.ts'

test('CHO-05 leaving a loan page returns to the list with the filter from which it was opened', () => {
  expect(listTarget(listState('?tenor=12&loanTypeId=3'))).toBe('/marketplace/list?tenor=12&loanTypeId=3')
  expect(listTarget(listState(''))).toBe('/marketplace/list')
})

test.each([null, undefined, 7, {}, { list: 3 }, { list: 'https://contoh.example' }, { list: '?a b' }])(
  'CHO-05 leaving a loan page returns to the unfiltered list when the router state is %j',
  (state) => {
    expect(listTarget(state)).toBe('/marketplace/list')
  },
)

import { expect, test } from 'vitest'
import { listState } from './list-state.ts'

const answer = (rows: number, totalPage: number) => ({
  list: Array.from({ length: rows }, () => ({})),
  pagination: { totalData: totalPage * 10, totalPage, page: 1 },
})
const query = { isPending: false, isError: false, isPlaceholderData: false, data: answer(10, 3) }

test('SCR-09 a list page beyond the end has the state `beyond`, and is pending while the last page loads', () => {
  const beyond = { ...query, data: answer(0, 3) }
  expect(listState(beyond, 9)).toBe('beyond')
  // Page 3 is requested, while the data is still the answer to page 9.
  expect(listState({ ...beyond, isPlaceholderData: true }, 3)).toBe('pending')
  expect(listState(query, 3)).toBe('rows')
})

test('SCR-09 a list whose filter without results was cleared is pending until the full list has loaded', () => {
  expect(listState({ ...query, data: answer(0, 0) }, 1)).toBe('empty')
  expect(listState({ ...query, data: answer(0, 0), isPlaceholderData: true }, 1)).toBe('pending')
})

test('DSH-05 a list shows its current rows while the next page loads or fails', () => {
  expect(listState({ ...query, isPlaceholderData: true }, 2)).toBe('rows')
  expect(listState({ ...query, isError: true }, 1)).toBe('rows')
  expect(listState({ ...query, isError: true, data: undefined }, 1)).toBe('failed')
  expect(listState({ ...query, isPending: true, data: undefined }, 1)).toBe('pending')
})

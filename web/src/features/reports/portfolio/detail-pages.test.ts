import { expect, test } from 'vitest'
import { joinPages, pageAfter, pageBefore } from './detail-pages.ts'

const page = (at: number, detailList: string[], totalPage = 3) => ({
  detailList,
  pagination: { totalData: 5, totalPage, page: at },
})

test('POR-04 USR-02 pageAfter returns the number of the next page, and null after the last', () => {
  expect([1, 2, 3].map((at) => pageAfter(page(at, [])))).toEqual([2, 3, null])
  expect(pageAfter(page(1, [], 0))).toBeNull()
})

test('POR-04 USR-02 joinPages joins the rows of the fetched pages in order', () => {
  expect(joinPages([page(1, ['a', 'b']), page(2, ['c', 'd']), page(3, ['e'])])).toEqual({
    rows: ['a', 'b', 'c', 'd', 'e'],
    totalData: 5,
    before: 0,
  })
  expect(joinPages([])).toEqual({ rows: [], totalData: 0, before: 0 })
})

test('an installment panel opened at a later page counts the rows before it and finds the previous page', () => {
  expect(joinPages([page(3, ['e'])])).toMatchObject({ rows: ['e'], before: 12 })
  expect([1, 2, 3].map((at) => pageBefore(page(at, [])))).toEqual([null, 1, 2])
})

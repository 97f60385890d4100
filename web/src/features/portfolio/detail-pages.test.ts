import { expect, test } from 'vitest'
import { joinPages, pageAfter } from './detail-pages.ts'

const page = (at: number, detailList: string[], totalPage = 3) => ({
  detailList,
  pagination: { totalData: 5, totalPage, page: at },
})

test('POR-04 USR-02 pages follow one another until the last', () => {
  expect([1, 2, 3].map((at) => pageAfter(page(at, [])))).toEqual([2, 3, null])
  expect(pageAfter(page(1, [], 0))).toBeNull()
})

test('POR-04 USR-02 what was fetched is one list in its order', () => {
  expect(joinPages([page(1, ['a', 'b']), page(2, ['c', 'd']), page(3, ['e'])])).toEqual({
    rows: ['a', 'b', 'c', 'd', 'e'],
    totalData: 5,
  })
  expect(joinPages([])).toEqual({ rows: [], totalData: 0 })
})

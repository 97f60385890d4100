import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageWindow } from './pagination-window.ts'

test('DSH-04 the pagination shows all pages when they are few', () => {
  expect(pageWindow(1, 0)).toEqual([])
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('DSH-04 the pagination shows first, last and up to six neighbouring pages with ellipses between', () => {
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, 'gap', 20])
  expect(pageWindow(10, 20)).toEqual([1, 'gap', 7, 8, 9, 10, 11, 12, 13, 'gap', 20])
  expect(pageWindow(20, 20)).toEqual([1, 'gap', 14, 15, 16, 17, 18, 19, 20])
  expect(pageWindow(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('DSH-04 the pagination treats a page out of range as the nearest one', () => {
  expect(pageWindow(99, 20)).toEqual(pageWindow(20, 20))
  expect(pageWindow(-3, 20)).toEqual(pageWindow(1, 20))
})

test('DSH-04 the pagination is ascending and has the current page, both ends and at most six neighbours', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (totalPage, offset) => {
      const page = 1 + (offset % totalPage)
      const slots = pageWindow(page, totalPage)
      const pages = slots.filter((slot) => slot !== 'gap')
      expect(pages).toEqual([...new Set(pages)].toSorted((a, b) => a - b))
      expect([pages[0], pages.at(-1)]).toEqual([1, totalPage])
      expect(pages).toContain(page)
      expect(pages.length).toBeLessThanOrEqual(9)
      // A gap appears exactly where a number is missing.
      slots.forEach((slot, at) => {
        const before = slots[at - 1]
        const after = slots[at + 1]
        if (slot === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1)
        else if (typeof before === 'number') expect(slot - before).toBe(1)
      })
    }),
  )
})

import { expect, test } from 'vitest'
import { wholePage } from './whole-page.ts'

test('TRX-03 a page of a list is handed on, and an answer that is none is an error', () => {
  const page = { list: [{ id: 1 }], pagination: { page: 1 } }
  expect(wholePage(page)).toBe(page)
  for (const answer of [
    null,
    'page',
    [],
    {},
    { list: null, pagination: {} },
    { list: [null], pagination: {} },
    { list: [] },
    { list: [], pagination: null },
  ])
    expect(() => wholePage(answer as never)).toThrow('Mohon maaf')
})

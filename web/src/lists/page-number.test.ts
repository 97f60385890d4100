import { pageField } from '@pematang/contract/fields'
import { expect, test } from 'vitest'
import { furthestPage, readPage } from './page-number.ts'

const read = (page: string) => readPage(new URLSearchParams({ page }))

test('SCR-09 DSH-03 the API accepts every page number that a list reads from its URL', () => {
  for (const page of ['1', '7', '100000000', '100000001', '999999999'])
    expect(pageField.safeParse(String(read(page)))).toMatchObject({ success: true })
  expect(pageField.safeParse(String(furthestPage + 1)).success).toBe(false)
})

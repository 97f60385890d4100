import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test('an exported file is named after its list and the time in Jakarta', () => {
  expect(exportName('Portofolio', 'xlsx', new Date('2026-11-22T17:00:01.999Z'))).toBe(
    'Portofolio - 20261123000001.xlsx',
  )
})

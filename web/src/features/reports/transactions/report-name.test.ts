import { expect, test } from 'vitest'
import { reportName } from './report-name.ts'

test('TRX-02 the report of a bulk funding is named after it and the second in Jakarta', () => {
  const evening = new Date('2026-11-21T17:04:05.678Z')
  expect(reportName('BF-2026-000123', evening)).toBe('Funding - BF-2026-000123 - 20261122000405.csv')
  expect(reportName('../a b:c', evening)).toBe('Funding - .._a_b_c - 20261122000405.csv')
})

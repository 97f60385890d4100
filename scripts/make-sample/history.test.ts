import { readFile } from 'node:fs/promises'
import { addDays, daysBetween } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import { readHistory } from '../../server/demo/history.ts'
import { people } from '../../server/demo/people.ts'

const folder = new URL('../../sample/', import.meta.url)
const file = new URL('history.csv', folder).pathname
const summary = JSON.parse(await readFile(new URL('sample.json', folder), 'utf8')) as {
  referenceDate: string
  history: number
}

/** First days with month ends of all lengths, a leap day, and days in between. */
const firstDays = [
  '2026-06-15',
  '2026-11-30',
  '2027-01-31',
  '2027-02-28',
  '2027-03-31',
  '2028-02-29',
  '2029-08-17',
]

test.each(firstDays)(
  'SRV-01 a demo history started on %s has the same number of loans in each state',
  async (today) => {
    const lives = await readHistory(file, daysBetween(summary.referenceDate, today))
    expect(lives).toHaveLength(summary.history)
    const states = { FUNDED: 0, LATE: 0, WRITTEN_OFF: 0, RESTRUCTURED: 0, REPAID: 0, ACTIVE: 0 }
    for (const { disbursedOn, steps } of lives) {
      const done = (kind: string) => steps.some((step) => step.kind === kind && step.on <= today)
      const writeOff = steps.find(({ kind }) => kind === 'writeOff')
      const isLate = writeOff && addDays(writeOff.on, -150) < today && today < writeOff.on
      const state = disbursedOn === null ? 'FUNDED' : isLate ? 'LATE' : null
      if (state) states[state] += 1
      else if (done('writeOff')) states.WRITTEN_OFF += 1
      else if (done('restructure')) states.RESTRUCTURED += 1
      else if (done('settle')) states.REPAID += 1
      else states.ACTIVE += 1
      expect(disbursedOn === null || disbursedOn <= today).toBe(true)
    }
    expect(states).toEqual({
      FUNDED: 16,
      LATE: 24,
      WRITTEN_OFF: 16,
      RESTRUCTURED: 10,
      REPAID: 90,
      ACTIVE: 230,
    })
  },
)

test('SRV-01 the shares of each historical demo loan add up to it, its events are in order, and it is not on the marketplace', async () => {
  const lives = await readHistory(file, 0)
  const phones = new Set(people.map(({ phone }) => phone))
  for (const { loan, parts, steps } of lives) {
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(loan.totalLoan)
    expect(parts.every(({ lenderPhone, amount }) => phones.has(lenderPhone) && amount >= 100_000)).toBe(true)
    const days = steps.map(({ on }) => on)
    expect(days).toEqual(days.toSorted())
  }
  const marketplace = await readFile(new URL('loans.csv', folder), 'utf8')
  const rows = new Set(marketplace.split('\n').map((line) => /^PMT-\d+-(\d+)/.exec(line)?.[1]))
  expect(lives.filter(({ loan }) => rows.has(loan.loanNumber.slice(-6)))).toEqual([])
})

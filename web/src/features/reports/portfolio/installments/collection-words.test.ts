import { expect, test } from 'vitest'
import { eventText, hasCollection, sumsOf } from './collection-words.ts'

test('only a late, restructured or written-off loan shows collection events', () => {
  expect(
    (['FUNDED', 'ACTIVE', 'LATE', 'RESTRUCTURE', 'REPAID', 'WRITTEN_OFF', 'REFUNDED'] as const).filter(
      (statusName) => hasCollection({ statusName }),
    ),
  ).toEqual(['LATE', 'RESTRUCTURE', 'WRITTEN_OFF'])
})

test('a collection event names its installment, and a restructuring its waived amount if there is one', () => {
  const event = { on: '2026-11-22', no: null }
  expect(eventText({ ...event, kind: 'MISSED', no: 3, amount: 5 })).toBe(
    'Angsuran 3 jatuh tempo dan belum dibayar',
  )
  expect(eventText({ ...event, kind: 'RESTRUCTURED', amount: 0 })).toBe('Syarat baru disepakati')
  expect(eventText({ ...event, kind: 'RESTRUCTURED', amount: 1 })).toContain('dihapus')
})

test('collection events leave out sums of zero', () => {
  expect(
    sumsOf({ propertyLenderId: '', events: [], receivedLate: 5, writtenOff: 0, recovered: 2, waived: 0 }),
  ).toEqual([
    { label: 'Diterima terlambat', amount: 5 },
    { label: 'Tertagih setelahnya', amount: 2 },
  ])
})

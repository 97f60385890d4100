import { expect, test } from 'vitest'
import { portfolioStatuses } from './filter.ts'
import { canExpand, statusLook, statusOptions } from './status.ts'

test('POR-02 ACTIVE is green, FUNDED yellow, LATE red, RESTRUCTURE grey, others neutral', () => {
  expect(['ACTIVE', 'FUNDED', 'LATE', 'RESTRUCTURE', 'REPAID'].map((name) => statusLook(name).tone)).toEqual([
    'ok',
    'warn',
    'bad',
    'idle',
    'idle',
  ])
  expect(statusLook('SOLD')).toEqual({ tone: 'idle', label: 'SOLD' })
  expect(statusLook('constructor').tone).toBe('idle')
})

test('POR-01 each status of the filter is offered once, after "all"', () => {
  expect(statusOptions.map(({ value }) => value)).toEqual(['', ...portfolioStatuses])
})

test('POR-02 every row opens but one that is FUNDED', () => {
  expect(['ACTIVE', 'FUNDED', 'LATE', 'RESTRUCTURE', 'REPAID', 'REFUNDED', 'SOLD'].filter(canExpand)).toEqual(
    ['ACTIVE', 'LATE', 'RESTRUCTURE', 'REPAID', 'REFUNDED', 'SOLD'],
  )
})

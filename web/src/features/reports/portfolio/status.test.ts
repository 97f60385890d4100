import { loanStatusName } from '@pematang/contract/reports/portfolio/endpoints'
import { expect, test } from 'vitest'
import { portfolioStatuses } from './filter.ts'
import { canExpand, dueLabel, statusLook, statusOptions } from './status.ts'

test('POR-02 portfolio status ACTIVE is green, FUNDED yellow, LATE red, RESTRUCTURE grey and any other neutral', () => {
  expect(['ACTIVE', 'FUNDED', 'LATE', 'RESTRUCTURE', 'REPAID'].map((name) => statusLook(name).tone)).toEqual([
    'ok',
    'warn',
    'bad',
    'idle',
    'idle',
  ])
  expect(statusLook('SOLD')).toEqual({ tone: 'idle', label: 'SOLD', meaning: null })
  expect(statusLook('constructor').tone).toBe('idle')
})

test('POR-01 the portfolio status filter offers "all" and then each status once', () => {
  expect(statusOptions.map(({ value }) => value)).toEqual(['', ...portfolioStatuses])
})

test('POR-02 every portfolio row except a FUNDED one can be opened', () => {
  expect(['ACTIVE', 'FUNDED', 'LATE', 'RESTRUCTURE', 'REPAID', 'REFUNDED', 'SOLD'].filter(canExpand)).toEqual(
    ['ACTIVE', 'LATE', 'RESTRUCTURE', 'REPAID', 'REFUNDED', 'SOLD'],
  )
})

test('POR-02 every portfolio status has an Indonesian label and a one-sentence explanation', () => {
  expect(
    ['RESTRUCTURE', 'REPAID', 'WRITTEN_OFF', 'REFUNDED'].map((status) => statusLook(status).label),
  ).toEqual(['Direstrukturisasi', 'Lunas', 'Dihapusbukukan', 'Dikembalikan'])
  const meanings = loanStatusName.options.map((status) => statusLook(status).meaning)
  for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z][^.]+\.$/)
  expect(new Set(meanings).size).toBe(meanings.length)
})

test('FMT-01 an unpaid installment has the label “Berikutnya” until its due date, and “Belum lunas” after it', () => {
  expect([0, 1, 75].map(dueLabel)).toEqual(['Berikutnya', 'Belum lunas', 'Belum lunas'])
})

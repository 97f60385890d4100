import { expect, test } from 'vitest'
import { hoursFault, rulesDraft, rulesOf } from './rules-draft.ts'

const withdrawals = { subject: 'WITHDRAWAL', from: 5_000_000, deciders: 2, hours: 24 } as const

test('COM-02 rules that were not changed are sent as they are in force, and without rules none are', () => {
  expect(rulesOf(rulesDraft([]))).toEqual([])
  expect(rulesOf(rulesDraft([withdrawals]))).toEqual([withdrawals])
})

test('COM-02 a rule that is typed has 72 hours and no smallest sum, and one about people never has a sum', () => {
  const draft = rulesDraft([])
  const typed = {
    ...draft,
    BULK: { ...draft.BULK, deciders: '1' as const },
    PEOPLE: { ...draft.PEOPLE, deciders: '1' as const, from: 1_000 },
  }
  expect(rulesOf(typed)).toEqual([
    { subject: 'BULK', from: null, deciders: 1, hours: 72 },
    { subject: 'PEOPLE', from: null, deciders: 1, hours: 72 },
  ])
})

test('COM-02 hours outside 1 to 720 have a sentence where a decision is asked for, and nothing is sent', () => {
  for (const hours of ['', '0', '721', '1,5', '-1', '1e2']) {
    const rule = { deciders: '1', from: null, hours } as const
    expect(hoursFault(rule)).toBe('Isi 1 sampai 720 jam.')
    expect(hoursFault({ ...rule, deciders: '0' })).toBeNull()
    expect(rulesOf({ ...rulesDraft([]), FUNDING: rule })).toBeNull()
  }
  for (const hours of ['720', '７２０']) expect(hoursFault({ deciders: '2', from: null, hours })).toBeNull()
})

import type { ActionField } from '@pematang/contract/staff/actions'
import { expect, test } from 'vitest'
import { choicesOf, faultsOf, isGiven } from './input.ts'

const field = (name: string, kind: ActionField['kind'], required = true): ActionField => ({
  name,
  label: name,
  kind,
  required,
  help: null,
  choices: [],
})

test('an action form of the console names each required field that is empty or blank, and leaves other rules to the server', () => {
  const fields = [field('reason', 'LONG_TEXT'), field('email', 'EMAIL', false), field('sure', 'YES')]
  expect(faultsOf(fields, { reason: '  ' })).toEqual({
    reason: 'Isi bagian ini.',
    sure: 'Centang bila benar.',
  })
  expect(faultsOf(fields, { reason: 'hilang', sure: 'true' })).toEqual({})
})

test('a count takes digits only: a comma or a dot is refused, not dropped', () => {
  const fields = [field('days', 'COUNT', false)]
  expect(faultsOf(fields, { days: '1,5' })).toEqual({ days: 'Isi bilangan bulat.' })
  expect(faultsOf(fields, { days: '1.000' })).toEqual({ days: 'Isi bilangan bulat.' })
  expect(faultsOf(fields, { days: '30' })).toEqual({})
})

test('several choices are read back as they were sent, and an empty value is none', () => {
  expect(choicesOf('LOOK,DECIDE')).toEqual(['LOOK', 'DECIDE'])
  expect(choicesOf('')).toEqual([])
  expect(isGiven({ lenderId: '' }, 'lenderId')).toBe(false)
})

import type { ActionField } from '@pematang/contract/staff/actions'
import { expect, test } from 'vitest'
import { choicesOf, faultsOf, isGiven, namedFault, wordsOf } from './input.ts'

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

test('CON-08 what the server says of a field stands at that field, and what it says of none stays below the form', () => {
  const fields = [field('name', 'TEXT'), { ...field('kind', 'TEXT'), label: 'name, kind' }]
  expect(namedFault(fields, 'Periksa isian name, kind. 15 angka.')).toEqual({ kind: '15 angka.' })
  expect(namedFault(fields, 'Periksa isian name.')).toEqual({ name: 'Periksa isian ini.' })
  expect(namedFault(fields, 'Pinjaman tidak ditemukan.')).toBeNull()
})

test('CON-08 a form that was opened from the page of a lender names the lender, not their number', () => {
  const given = { lenderId: '7451047999003967', to: '8294309708802044' }
  const from = { to: '/pemberi-dana/7451047999003967?bagian=dana', label: 'Intan Maharatri' }
  expect(wordsOf(field('lenderId', 'LENDER'), given, from)).toBe('Intan Maharatri')
  expect(wordsOf(field('to', 'LENDER'), given, from)).toBe('8294309708802044')
  expect(wordsOf(field('lenderId', 'LENDER'), given, { to: '/', label: 'Hari ini' })).toBe('7451047999003967')
})

import type { ActionField } from '@pematang/contract/staff/actions'

/** The fields of a form as they were typed, by their names. */
export type Input = Record<string, string>

/** Whether the page that opened the form has filled this field. */
export const isGiven = (given: Input, name: string): boolean => (given[name] ?? '') !== ''

const missing: Partial<Record<ActionField['kind'], string>> = {
  CHOICE: 'Pilih salah satu.',
  CHOICES: 'Pilih sedikitnya satu.',
  DATE: 'Isi tanggalnya.',
  DOCUMENT: 'Pilih berkasnya.',
  RUPIAH: 'Isi jumlahnya.',
  YES: 'Centang bila benar.',
}

/** What is wrong with a filled form, by field; what only the server can know comes from its dry run. */
export function faultsOf(fields: readonly ActionField[], input: Input): Input {
  const faults: Input = {}
  for (const { name, kind, required } of fields) {
    const value = (input[name] ?? '').trim()
    if (value === '' && required) faults[name] = missing[kind] ?? 'Isi bagian ini.'
    else if (value !== '' && kind === 'COUNT' && !/^\d+$/.test(value)) faults[name] = 'Isi bilangan bulat.'
  }
  return faults
}

/** The values of several choices, as they are sent. */
export const choicesOf = (value: string): string[] => value.split(',').filter(Boolean)

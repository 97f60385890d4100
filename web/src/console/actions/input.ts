import type { ActionField } from '@pematang/contract/staff/actions'
import type { ObjectKind } from '@pematang/contract/staff/fields'
import { objectPlaces, pathOf } from '../paths.ts'

/** The fields of a form as they were typed, by their names. */
export type Input = Record<string, string>

/** Whether the page that opened the form has filled this field. */
export const isGiven = (given: Input, name: string): boolean => (given[name] ?? '') !== ''

/** What a page has filled in a field, in words: its own object by its title, because the number of one says nothing. */
export function wordsOf(
  { name, kind }: ActionField,
  given: Input,
  from?: { to: string; label: string },
): string {
  const id = given[name] ?? ''
  const isOwn =
    from !== undefined && Object.hasOwn(objectPlaces, kind) && isPage(kind as ObjectKind, id, from.to)
  return isOwn ? from.label : id
}

const isPage = (kind: ObjectKind, id: string, to: string): boolean =>
  to.split('?')[0] === pathOf({ kind, id })

/** The field that a sentence of the server names, with the rest of it. */
export function namedFault(fields: readonly ActionField[], sentence: string): Input | null {
  for (const { name, label } of fields) {
    const start = `Periksa isian ${label}.`
    if (sentence.startsWith(start))
      return { [name]: sentence.slice(start.length).trim() || 'Periksa isian ini.' }
  }
  return null
}

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

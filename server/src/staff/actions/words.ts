import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Field } from './field.ts'

/** A value of a field as a person reads it. */
export function inWords({ kind, choices }: Pick<Field<unknown>, 'kind' | 'choices'>, value: unknown): string {
  if (kind === 'RUPIAH') return formatRupiah(Number(value))
  if (kind === 'DATE') return formatDateLong(new Date(`${String(value)}T00:00:00+07:00`))
  if (kind === 'YES') return value === true ? 'ya' : 'tidak'
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => choices.find((choice) => choice.value === one)?.label ?? String(one)).join(', ')
}

/** The leaves of a value by their names, for what no words were written for. */
export function flatWords(value: unknown, path = ''): Record<string, string> {
  if (value === null || value === undefined) return {}
  if (value instanceof Date) return { [path]: value.toISOString() }
  if (value instanceof Uint8Array) return { [path]: `${value.length} bytes` }
  if (typeof value !== 'object') return { [path]: typeof value === 'string' ? value : JSON.stringify(value) }
  const parts = Object.entries(value).map(([name, one]) =>
    flatWords(one, path === '' ? name : `${path}.${name}`),
  )
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}

import type { Column, Described } from './describe.ts'
import type { Written } from './find-statements.ts'
import type { Shape } from './shape.ts'

/** A statement whose row type says something else than PostgreSQL, in words. */
export type Lie = { name: string; column: string; what: string }

/** What of a row type is not so. */
export function compare(written: Written, row: Shape | null, { parameters, columns }: Described): Lie[] {
  const lies: Lie[] = []
  const found = (column: string, what: string) => lies.push({ name: written.name, column, what })
  if (written.values !== null && written.values !== parameters)
    found('$', `takes ${parameters} values and is given ${written.values}`)
  if (!row?.properties) return lies
  const byName = new Map(columns.map((column) => [column.name, column]))
  if (byName.size !== columns.length) found('*', 'gives two columns of one name')
  for (const [name, property] of row.properties)
    if (!byName.has(name) && !property.optional) found(name, 'is in the row type and not in the columns')
  for (const column of columns) {
    const property = row.properties.get(column.name)
    if (!property) {
      found(column.name, 'is in the columns and not in the row type')
      continue
    }
    const what = differenceOf(property.shape(), column, written.text ?? '')
    if (what) found(column.name, what)
  }
  return lies
}

function differenceOf(shape: Shape, column: Column, text: string): string | null {
  const { kinds, element } = shape
  if (kinds.has('any')) return null
  const declared = [...kinds].join(' | ')
  // The inside of json is a matter of the program; only that it may be null is compared.
  if (column.kind !== 'object' && !kinds.has(column.kind))
    return `is ${column.kind} (${column.typeName}), the row type says ${declared}`
  if (column.element && element && !element.kinds.has('any') && !element.kinds.has(column.element))
    return `has ${column.element} (${column.typeName}), the row type says ${[...element.kinds].join(' | ')}`
  if (!kinds.has('null') && mayBeNull(column, text))
    return `may be null (${column.source}), the row type says ${declared}`
  return null
}

/**
 * Whether a column may be null: one of a table that allows it and of which the statement does not ask that it is there,
 * or one of a table that the statement only joins from outside. An expression is not judged.
 */
function mayBeNull({ source, nullable }: Column, text: string): boolean {
  if (source === null) return false
  const [table, name] = source.split('.') as [string, string]
  if (nullable) return !new RegExp(`\\b${name} (is not null|= (any\\(|)\\$\\d)`, 'i').test(text)
  const uses = text.match(new RegExp(`\\S+\\s+(join\\s+)?${table}\\b(?!\\.)`, 'gi')) ?? []
  return uses.length > 0 && uses.every((use) => /^(left|full)\s+join/i.test(use))
}

import type { RefusedLine } from '@pematang/contract/staff/files'

/**
 * A refused line as a table shows it: the column that its reason begins with apart, and without the code that stands before a
 * command's own sentence.
 */
export function toldRefusal(
  { line, reason }: { line: number | null; reason: string },
  columns: readonly string[],
): RefusedLine {
  const column = columns.find((name) => reason.startsWith(`${name} `) || reason.startsWith(`${name}: `))
  const rest = (column === undefined ? reason : reason.slice(column.length)).replace(/^:? /, '')
  return { line, column: column ?? null, reason: rest.replace(/^[A-Z_]+: /, '') }
}

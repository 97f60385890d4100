/**
 * Splits one record whose fields are either completely quoted or contain no quote. Returns null for anything else,
 * which the full parser handles.
 */
export function splitRecord(record: string, delimiter: string): string[] | null {
  if (record === '') return null
  if (!record.includes('"')) return record.includes('\n') ? null : record.split(delimiter)
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (record[at] === '"') {
      const end = closingQuote(record, at + 1)
      if (end < 0) return null
      const cell = record.slice(at + 1, end)
      cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell)
      at = end + 1
      if (at === record.length) return cells
      if (record[at] !== delimiter) return null
      at += 1
    } else {
      const end = record.indexOf(delimiter, at)
      const cell = end < 0 ? record.slice(at) : record.slice(at, end)
      if (cell.includes('"') || cell.includes('\n')) return null
      cells.push(cell)
      if (end < 0) return cells
      at = end + 1
    }
  }
}

/** The index of the first quote that is not doubled, or -1. */
function closingQuote(record: string, from: number): number {
  for (let at = record.indexOf('"', from); at >= 0; at = record.indexOf('"', at + 2))
    if (record[at + 1] !== '"') return at
  return -1
}

/**
 * The faults of the index of decisions: a page that it does not list, and a number that is missing or taken twice. The
 * last column has the numbers that a page took over, because code and migrations keep naming them.
 */
export function decisionFaults(index: string, pages: readonly string[]): string[] {
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \|[^|]*\|([^|]*)\|$/gm)]
  const listed = new Set(rows.map((row) => row[2]))
  const numbers = rows.flatMap((row) => [row[1] ?? '', ...(row[3]?.match(/\d{4}/g) ?? [])]).toSorted()
  const wrong = numbers.findIndex((number, place) => number !== String(place + 1).padStart(4, '0'))
  return [
    ...pages.filter((page) => !listed.has(page)).map((page) => `${page} is not in the index`),
    ...(wrong < 0 ? [] : [`decision ${String(wrong + 1).padStart(4, '0')} is missing or taken twice`]),
  ]
}

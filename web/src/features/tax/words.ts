import type { TaxedInstallment, TaxKind } from '@pematang/contract/tax/endpoints'

const names: Record<TaxKind, string> = { PPH23: 'PPh Pasal 23', PPH26: 'PPh Pasal 26' }
export const kindName = (kind: TaxKind): string => names[kind]

/** The installments of all pages with unique keys, because two parts of one payment may look identical. */
export const keyed = (pages: readonly { list: readonly TaxedInstallment[] }[]) =>
  pages.flatMap(({ list }, page) => list.map((row, place) => ({ row, key: `${page} ${place}` })))

/** Formats a business day as '28 Feb 2026', for narrow places. */
export function shortDay(day: string): string {
  const [year, month, date] = day.split('-')
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des']
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

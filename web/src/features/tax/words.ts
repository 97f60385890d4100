import type { TaxKind } from '@pematang/contract/tax/endpoints'

const names: Record<TaxKind, string> = { PPH23: 'PPh Pasal 23', PPH26: 'PPh Pasal 26' }
export const kindName = (kind: TaxKind): string => names[kind]

/** '15%' or '12,5%' of a fraction. */
export const rateText = (rate: number): string =>
  `${String(Math.round(rate * 1_000_000) / 10_000).replace('.', ',')}%`

/** '28 Feb 2026' of a business day, for narrow places. */
export function shortDay(day: string): string {
  const [year, month, date] = day.split('-')
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des']
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

import type { TaxedInstallment, TaxKind } from '@pematang/contract/cash/tax/endpoints'

const names: Record<TaxKind, string> = { PPH23: 'PPh Pasal 23', PPH26: 'PPh Pasal 26' }
export const kindName = (kind: TaxKind): string => names[kind]

/** The installments of all pages with unique keys, because two parts of one payment may look identical. */
export const keyed = (pages: readonly { list: readonly TaxedInstallment[] }[]) =>
  pages.flatMap(({ list }, page) => list.map((row, place) => ({ row, key: `${page} ${place}` })))

/** The years to choose from, the newest first: those of the server and the one in the URL, which may have no tax. */
export const yearsWith = (chosen: number, years: readonly number[]): number[] =>
  [...new Set([...years, chosen])].toSorted((a, b) => b - a)

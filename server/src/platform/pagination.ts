import type { Pagination } from '@pematang/contract/fields'

/** What a list answers beside its rows. */
export function paginate(totalData: number, { page, limit }: { page: number; limit: number }): Pagination {
  return { totalData, totalPage: Math.ceil(totalData / limit), page }
}

/** A filter text as a pattern for ILIKE that finds it anywhere, taken literally; null where there is none. */
export function containing(text: string | undefined): string | null {
  const trimmed = text?.trim()
  return trimmed ? `%${trimmed.replaceAll(/[\\%_]/g, '\\$&')}%` : null
}

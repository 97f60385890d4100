import type { Pagination } from '@pematang/contract/fields'

export function paginate(totalData: number, { page, limit }: { page: number; limit: number }): Pagination {
  return { totalData, totalPage: Math.ceil(totalData / limit), page }
}

/** A filter as an ILIKE pattern that matches it literally anywhere; null without a filter. */
export function containing(text: string | undefined): string | null {
  const trimmed = text?.trim()
  return trimmed ? `%${trimmed.replaceAll(/[\\%_]/g, '\\$&')}%` : null
}

/** A page of a long list; `next` is the cursor of the next page, null at the end. */
export type Page<Row> = { rows: Row[]; next: string | null }

/** Limit and cursor of a page; without them, all rows. */
export type Window = { limit?: number; after?: string | undefined }

/** Adds one to the limit: the additional row shows whether there is a next page. */
export const oneMore = ({ limit, after }: { limit: number; after?: string | undefined }): Window => ({
  limit: limit + 1,
  after,
})

/**
 * Cuts a page from rows that were read with one additional row.
 * @param cursorOf returns the cursor with which `after` continues behind a row
 */
export function cutPage<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? cursorOf(last) : null }
}

/** A page number, or a gap, which is drawn as an ellipsis. */
export type PageSlot = number | 'gap'

const neighbours = 6

/**
 * The page buttons of a table: the current page with up to six neighbours, the first and the last page, and a gap where
 * pages between them are left out. Near either end the window shifts inwards and keeps its width.
 * @param page the current page, from 1; a page outside the list counts as the nearest one
 * @param totalPage the number of pages; zero gives no buttons
 */
export function pageWindow(page: number, totalPage: number): PageSlot[] {
  if (totalPage < 1) return []
  const current = Math.min(Math.max(page, 1), totalPage)
  const first = Math.max(1, Math.min(current - neighbours / 2, totalPage - neighbours))
  const last = Math.min(totalPage, first + neighbours)
  const slots: PageSlot[] = []
  if (first > 1) slots.push(1)
  if (first > 2) slots.push('gap')
  for (let each = first; each <= last; each += 1) slots.push(each)
  if (last < totalPage - 1) slots.push('gap')
  if (last < totalPage) slots.push(totalPage)
  return slots
}

import { createHash } from 'node:crypto'
import { type CentreNotice, mostUnreadCounted } from '@pematang/contract/lenders/notifications/centre'
import { noticeCategories, type NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import type { Context } from '../../context.ts'
import { many } from '../../platform/db/database.ts'
import { cutPage } from '../../platform/pages.ts'
import { noticeKinds, subjectOf } from './kinds.ts'
import type { NoticeRow } from './notice-data.ts'
import { noticeText } from './notice-text.ts'
import { shownAfterEnd } from './notifications.ts'

/** SQL condition that a notice is shown now: the end of a bulk funding is shown only after the delay $2. */
export const isShown = `not (kind = 'BULK_FUNDING_ENDED' and created_at > app_now() - $2::interval)`

// Each category is read through its index, so a page costs the same at any depth and with any filter.
const fromCategories = 'from unnest($3::text[]) as wanted (category) cross join lateral ('
const ofCategory = `from notice where lender_id = $1 and category = wanted.category and ${isShown}`
const newestFirst = 'order by created_at desc, id desc limit $4'

/** `count` is included, because a notice that collects the events of a day keeps its id while its count changes. */
const newestUnread = `
  select id, count ${fromCategories}
    select created_at, id, data->>'count' as count ${ofCategory} and read_at is null ${newestFirst}
  ) n ${newestFirst}`

/**
 * The number of unread notices, up to a maximum, and a version that changes whenever the newest of them change. It
 * reads a bounded number of rows.
 */
export async function noticeState(
  { db }: Context,
  lenderId: number,
): Promise<{ unread: number; version: string }> {
  const rows = await many<{ id: string; count: string | null }>(
    db,
    'lenders.notifications.state',
    newestUnread,
    [lenderId, shownAfterEnd, noticeCategories, mostUnreadCounted],
  )
  const hash = createHash('sha256').update(rows.map(({ id, count }) => `${id} ${count}`).join())
  return { unread: rows.length, version: hash.digest('base64url').slice(0, 16) }
}

type CentreRow = NoticeRow & { isRead: boolean; micros: number }

const shown = `created_at, id, created_at as "createdAt", kind, data, read_at is not null as "isRead",
    (extract(epoch from created_at) * 1000000)::bigint as micros`
const behind = `(created_at, id) < (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::uuid)`
const anyPage = `
  select n.* ${fromCategories}
    select ${shown} ${ofCategory} and ${behind} ${newestFirst}
  ) n ${newestFirst}`
const unreadPage = `
  select n.* ${fromCategories}
    select ${shown} ${ofCategory} and ${behind} and read_at is null ${newestFirst}
  ) n ${newestFirst}`

/** A cursor before any possible notice. */
const start = '9999999999999999.ffffffff-ffff-ffff-ffff-ffffffffffff'

export type CentreQuery = {
  category?: NoticeCategory | '' | undefined
  unread?: 'true' | 'false' | '' | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of a lender's notices, read or not, the newest first. */
export async function listCentreNotices(
  { db }: Context,
  lenderId: number,
  { category, unread, limit, cursor = start }: CentreQuery,
): Promise<{ list: CentreNotice[]; nextCursor: string | null }> {
  const [micros, id] = cursor.split('.')
  const found = await many<CentreRow>(
    db,
    unread === 'true' ? 'lenders.notifications.unread_page' : 'lenders.notifications.page',
    unread === 'true' ? unreadPage : anyPage,
    [lenderId, shownAfterEnd, category ? [category] : noticeCategories, limit + 1, micros, id],
  )
  const { rows, next } = cutPage(found, limit, (row) => `${row.micros}.${row.id}`)
  return { list: rows.map(toCentreNotice), nextCursor: next }
}

const toCentreNotice = (row: CentreRow): CentreNotice => ({
  id: row.id,
  createdDate: row.createdAt.toISOString(),
  ...noticeText(row),
  category: noticeKinds[row.kind].category,
  isRead: row.isRead,
  subject: subjectOf(row),
})

import { noticeCategories, type NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import type { Context } from '../../context.ts'
import { maybe, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { isShown } from './centre.ts'
import { isNoticeId, shownAfterEnd } from './notifications.ts'

/** Rows per transaction, so that no lock is held for long. */
const defaultBatch = 5_000

/**
 * Marks notices as read, up to the one that the lender was shown. Later ones stay unread, because the lender has not
 * seen them.
 * @throws Refusal NOT_FOUND if the lender has no such notice
 */
export async function readNotices(
  { db }: Context,
  lenderId: number,
  { upTo, category }: { upTo: string; category?: NoticeCategory | '' | undefined },
  batch = defaultBatch,
): Promise<{ message: 'success' }> {
  const known = isNoticeId(upTo)
    ? await maybe(
        db,
        'lenders.notifications.known',
        'select 1 from notice where lender_id = $1 and id = $2',
        [lenderId, upTo],
      )
    : undefined
  required(known, 'NOT_FOUND')
  const some = [lenderId, shownAfterEnd, category ? [category] : noticeCategories, upTo, batch]
  let read: number
  do {
    read = await inTransaction(db, { repeatable: true }, (tx) =>
      run(tx, 'lenders.notifications.read', readSome, some),
    )
  } while (read === batch)
  return { message: 'success' }
}

/** SQL that marks notices as read, and also dismisses them from the top of the home page. */
const readSome = `
  update notice set read_at = app_now(), dismissed_at = coalesce(dismissed_at, app_now())
   where lender_id = $1 and id in (
     select id from notice
      where lender_id = $1 and read_at is null and category = any ($3) and ${isShown}
        and (created_at, id) <= (select created_at, id from notice where lender_id = $1 and id = $4)
      limit $5 for update skip locked)`

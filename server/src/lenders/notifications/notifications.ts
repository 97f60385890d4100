import type { Notice } from '@pematang/contract/lenders/notifications/endpoints'
import type { Context } from '../../context.ts'
import { companyHoldersOf } from '../../platform/approvals/company.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noticeKinds } from './kinds.ts'
import type { Kind, NoticeData, NoticeRow } from './notice-data.ts'
import { noticeText } from './notice-text.ts'

/** Stores a notice for a lender, in the transaction of the change that it reports. */
export async function notifyLender<K extends Kind>(
  tx: Queryable,
  to: { lenderId: number; id: string },
  kind: K,
  data: NoticeData[K],
): Promise<void> {
  await run(
    tx,
    'lenders.notifications.insert',
    'insert into notice (lender_id, id, kind, data, banner) values ($1, $2, $3, $4, $5)',
    [to.lenderId, to.id, kind, JSON.stringify(data), noticeKinds[kind].banner],
  )
}

/** Stores notices for many lenders with one statement. */
export async function notifyLenders<K extends Kind>(
  tx: Queryable,
  kind: K,
  notices: readonly { lenderId: number; id: string; data: NoticeData[K] }[],
): Promise<void> {
  await run(
    tx,
    'lenders.notifications.insert_many',
    `insert into notice (lender_id, id, kind, data, banner)
     select lender_id, id, $1, data, $5
       from unnest($2::bigint[], $3::uuid[], $4::jsonb[]) as row (lender_id, id, data)`,
    [
      kind,
      notices.map(({ lenderId }) => lenderId),
      notices.map(({ id }) => id),
      notices.map(({ data }) => JSON.stringify(data)),
      noticeKinds[kind].banner,
    ],
  )
}

/**
 * Stores a notice about the access to an account: for its own login, and in a company for every administrator, who answers
 * for its people and keys. `once`: the id of the notice, where there is one of its kind alone about a thing.
 */
export async function notifyOfAccess<K extends Kind>(
  tx: Queryable,
  random: Pick<Random, 'uuid'>,
  lenderId: number,
  { kind, data, once }: { kind: K; data: NoticeData[K]; once?: string },
): Promise<void> {
  const people = new Set([lenderId, ...(await companyHoldersOf(tx, lenderId, 'ADMINISTRATOR'))])
  await notifyLenders(
    tx,
    kind,
    [...people].map((id) => ({ lenderId: id, id: once ?? random.uuid(), data })),
  )
}

/**
 * Stores a notice about the second factor of a login; where it is that of a person of a company, also for each other
 * administrator, with that person's name.
 */
export async function notifyOfFactors<K extends 'FACTORS_CHANGED' | 'FACTOR_RECOVERY'>(
  tx: Queryable,
  random: Pick<Random, 'uuid'>,
  to: { lenderId: number; id: string },
  { kind, data }: { kind: K; data: NoticeData[K] },
): Promise<void> {
  await notifyLender(tx, to, kind, data)
  const person = await maybe<{ name: string; companyId: number }>(
    tx,
    'lenders.notifications.person',
    'select name, company_id as "companyId" from lender where id = $1 and company_id is not null',
    [to.lenderId],
  )
  if (!person) return
  const administrators = await companyHoldersOf(tx, person.companyId, 'ADMINISTRATOR')
  await notifyLenders(
    tx,
    kind,
    administrators
      .filter((id) => id !== to.lenderId)
      .map((lenderId) => ({ lenderId, id: random.uuid(), data: { ...data, member: person.name } })),
  )
}

/**
 * The home page first shows the end of a bulk funding as progress (getBulkProgress); its notice appears after this
 * time.
 */
export const shownAfterEnd = '15 minutes'

export async function listNotices(context: Context, lenderId: number): Promise<{ list: Notice[] }> {
  const rows = await many<NoticeRow>(
    context.db,
    'lenders.notifications.unread',
    `select id, created_at as "createdAt", kind, data from notice
      where lender_id = $1 and dismissed_at is null and banner
        and not (kind = 'BULK_FUNDING_ENDED' and created_at > app_now() - $2::interval)
      order by created_at desc, id desc limit 10`,
    [lenderId, shownAfterEnd],
  )
  return {
    list: rows.map((row) => ({ id: row.id, createdDate: row.createdAt.toISOString(), ...noticeText(row) })),
  }
}

export const isNoticeId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export async function dismissNotice(
  context: Context,
  lenderId: number,
  id: string,
): Promise<{ message: 'success' }> {
  if (!isNoticeId(id)) throw new Refusal('NOT_FOUND')
  const changed = await inTransaction(context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'lenders.notifications.dismiss',
      `update notice set dismissed_at = coalesce(dismissed_at, app_now()), read_at = coalesce(read_at, app_now())
        where lender_id = $1 and id = $2`,
      [lenderId, id],
    ),
  )
  if (changed === 0) throw new Refusal('NOT_FOUND')
  return { message: 'success' }
}

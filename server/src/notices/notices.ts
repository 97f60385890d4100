import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Notice } from '@pematang/contract/notices/endpoints'
import type { Context } from '../context.ts'
import { many, type Queryable, run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/refusal.ts'

/** What lenders are told of, with the values that the sentence needs. */
export type NoticeData = {
  FUNDING_EXPIRED: { loanNumber: string; amount: number }
  FUNDING_REJECTED: { loanNumber: string; amount: number }
  FUNDING_WITHDRAWN: { loanNumber: string; amount: number }
  WITHDRAWAL_RETURNED: { amount: number }
  BULK_FUNDING_ENDED: {
    number: string
    partnerName: string
    loans: number
    funded: number
    amount: number
    returned: number
  }
}
type Kind = keyof NoticeData

/** Tells a lender something, in the transaction that makes it true. */
export async function tellLender<K extends Kind>(
  tx: Queryable,
  to: { lenderId: number; id: string },
  kind: K,
  data: NoticeData[K],
): Promise<void> {
  await run(tx, 'notices.tell', 'insert into notice (lender_id, id, kind, data) values ($1, $2, $3, $4)', [
    to.lenderId,
    to.id,
    kind,
    JSON.stringify(data),
  ])
}

/** Tells many lenders something, each his own, with one statement. */
export async function tellLenders<K extends Kind>(
  tx: Queryable,
  kind: K,
  told: readonly { lenderId: number; id: string; data: NoticeData[K] }[],
): Promise<void> {
  await run(
    tx,
    'notices.tell_many',
    `insert into notice (lender_id, id, kind, data)
     select lender_id, id, $1, data from unnest($2::bigint[], $3::uuid[], $4::jsonb[]) as row (lender_id, id, data)`,
    [
      kind,
      told.map(({ lenderId }) => lenderId),
      told.map(({ id }) => id),
      told.map(({ data }) => JSON.stringify(data)),
    ],
  )
}

/** The end of a bulk funding is first told by its progress (getBulkProgress), and by its notice only after that. */
export const shownAfterEnd = '15 minutes'

type Row = { [K in Kind]: { id: string; createdAt: Date; kind: K; data: NoticeData[K] } }[Kind]

/** What a lender has not confirmed to have read. */
export async function listNotices(context: Context, lenderId: number): Promise<{ list: Notice[] }> {
  const rows = await many<Row>(
    context.db,
    'notices.unread',
    `select id, created_at as "createdAt", kind, data from notice
      where lender_id = $1 and dismissed_at is null
        and not (kind = 'BULK_FUNDING_ENDED' and created_at > app_now() - $2::interval)
      order by created_at desc, id desc limit 10`,
    [lenderId, shownAfterEnd],
  )
  return { list: rows.map((row) => ({ id: row.id, createdDate: row.createdAt.toISOString(), ...word(row) })) }
}

function word(row: Row): Pick<Notice, 'tone' | 'title' | 'message'> {
  const back = `${formatRupiah(row.data.amount)} sudah kembali ke cash balance Anda.`
  if (row.kind === 'WITHDRAWAL_RETURNED') {
    return {
      tone: 'warning',
      title: 'Penarikan dana tidak berhasil',
      message: `Bank tidak dapat meneruskan penarikan dana ke rekening Anda. ${back}`,
    }
  }
  if (row.kind === 'BULK_FUNDING_ENDED') {
    const { number, partnerName, loans, funded, amount, returned } = row.data
    const rest = `${loans - funded} pinjaman tidak dapat didanai dan ${formatRupiah(returned)} sudah kembali ke cash balance Anda.`
    return {
      tone: funded < loans ? 'warning' : 'info',
      title: 'Pendanaan product selesai',
      message: `${funded} dari ${loans} pinjaman ${partnerName} terdanai dengan ${formatRupiah(amount)} (${number}).${funded < loans ? ` ${rest}` : ''}`,
    }
  }
  const { loanNumber } = row.data
  if (row.kind === 'FUNDING_EXPIRED') {
    return {
      tone: 'warning',
      title: 'Pendanaan dibatalkan',
      message: `Perjanjian untuk pinjaman ${loanNumber} tidak ditandatangani tepat waktu. ${back}`,
    }
  }
  if (row.kind === 'FUNDING_WITHDRAWN') {
    return {
      tone: 'info',
      title: 'Pinjaman ditarik dari marketplace',
      message: `Pinjaman ${loanNumber} tidak jadi dicairkan. ${back}`,
    }
  }
  return {
    tone: 'info',
    title: 'Pendanaan dibatalkan',
    message: `Anda menolak menandatangani perjanjian untuk pinjaman ${loanNumber}. ${back}`,
  }
}

export async function dismissNotice(
  context: Context,
  lenderId: number,
  id: string,
): Promise<{ message: 'success' }> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Refusal('NOT_FOUND')
  const changed = await inTransaction(context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'notices.dismiss',
      'update notice set dismissed_at = coalesce(dismissed_at, app_now()) where lender_id = $1 and id = $2',
      [lenderId, id],
    ),
  )
  if (changed === 0) throw new Refusal('NOT_FOUND')
  return { message: 'success' }
}

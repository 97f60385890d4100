import type { CompanyActivity } from '@pematang/contract/lenders/company/endpoints'
import type { Context } from '../../context.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { type Cell, type Column, exportAnswer, type ExportFormat } from '../../platform/export/index.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { cutPage } from '../../platform/pages.ts'

type Row = {
  id: string
  at: Date
  memberId: number
  name: string
  operation: string
  outcome: string
  source: string | null
  proposal: number | null
  amount: number | null
  factorFrom: CompanyActivity['factorFrom']
}

/** SQL: what the people of company $1 did since it has members. */
const acted = `
  select e.id, e.at, m.id as "memberId", m.name, e.operation, e.outcome, e.detail ->> 'source' as source,
         coalesce((e.detail #>> '{authority,proposal}'), substring(e.subject from '^company-proposal:([0-9]+)$'))::bigint as proposal,
         case when jsonb_typeof(e.detail -> 'amount') = 'number' then (e.detail ->> 'amount')::bigint end as amount,
         case when e.operation = 'changeCompanyRules' then e.detail -> 'factorFrom' end as "factorFrom"
    from audit_event e
    join lender m on e.actor = 'lender:' || $1::bigint || '/member:' || m.id and m.company_id = $1
   where e.actor = any(array(select 'lender:' || $1::bigint || '/member:' || id from lender where company_id = $1))
     and e.actor like 'lender:%/member:%' and ($2::uuid is null or e.id < $2)
   order by e.id desc limit $3`

/**
 * SQL: what the keys of company $1 proposed, with ids that order among those of the trail, whose first 48 bits are the
 * milliseconds (UUID version 7). The trail has no index by key; the proposals have one, and lead to their entry, which was
 * written in the same transaction, by the time in its id.
 */
const proposed = `
  select p.id, p.at, p.maker as "memberId", 'Kunci ' || k.label || ' (' || m.name || ')' as name, 'proposeByKey' as operation,
         'done' as outcome,
         (select e.detail ->> 'source' from audit_event e
           where e.id between (p.low || repeat('0', 20))::uuid and (p.high || repeat('f', 20))::uuid
             and e.operation = 'proposeByKey' and e.subject = 'company-proposal:' || p.number
           order by e.id limit 1) as source,
         p.number as proposal, p.amount, null::jsonb as "factorFrom"
    from (select c.*, t.low, t.high, (t.made || '70008000' || lpad(to_hex(c.number), 12, '0'))::uuid as id
            from company_proposal c
           cross join lateral (
             select lpad(to_hex((extract(epoch from c.at) * 1000)::bigint), 12, '0') as made,
                    lpad(to_hex((extract(epoch from c.at - interval '1 minute') * 1000)::bigint), 12, '0') as low,
                    lpad(to_hex((extract(epoch from c.at + interval '1 minute') * 1000)::bigint), 12, '0') as high) t
           where c.company_id = $1 and c.key_id is not null) p
    join partner_key k on k.id = p.key_id join lender m on m.id = p.maker
   where $2::uuid is null or p.id < $2
   order by p.id desc limit $3`

const pageOf = (
  db: Queryable,
  companyId: number,
  { limit, after }: { limit: number; after: string | null },
) =>
  many<Row>(
    db,
    'lenders.company.activity',
    `select * from ((${acted}) union all (${proposed})) as every_one order by id desc limit $3`,
    [companyId, after, limit],
  )

const toActivity = (row: Row): CompanyActivity => ({
  at: row.at.toISOString(),
  who: row.name,
  memberId: row.memberId,
  operation: row.operation,
  outcome: row.outcome,
  source: row.source,
  proposal: row.proposal,
  amount: row.amount,
  factorFrom: row.factorFrom,
})

/** What the people of a company did and its keys proposed, newest first, from the audit trail. */
export async function listActivity(
  { db }: Pick<Context, 'db'>,
  companyId: number,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ list: CompanyActivity[]; next: string | null }> {
  const rows = await pageOf(db, companyId, { limit: limit + 1, after: after || null })
  const page = cutPage(rows, limit, ({ id }) => id)
  return { list: page.rows.map(toActivity), next: page.next }
}

const columns: readonly Column[] = [
  { title: 'Waktu (WIB)', kind: 'time' },
  { title: 'Anggota', kind: 'text' },
  { title: 'Tindakan', kind: 'text' },
  { title: 'Hasil', kind: 'text' },
  { title: 'Alamat Jaringan', kind: 'text' },
  { title: 'Nomor Usulan', kind: 'whole' },
  { title: 'Jumlah', kind: 'rupiah' },
  { title: 'Verifikasi Dua Langkah Sejak, Dahulu', kind: 'text' },
  { title: 'Verifikasi Dua Langkah Sejak, Sekarang', kind: 'text' },
]

/** The day of a rule that was changed, as the screen words it; nothing in the rows of other changes. */
const factorCells = (changed: Row['factorFrom']): Cell[] =>
  changed === null ? [null, null] : [changed.before ?? 'tidak wajib', changed.after ?? 'tidak wajib']

/** The rows of a page of a file, and the oldest that a file has. */
const filePage = 1_000
const fileMonths = 12

/** The activity of twelve months as a file. Each download is recorded in the audit trail. */
export async function exportActivity(
  context: Context,
  companyId: number,
  format: ExportFormat,
  origin: Origin,
): Promise<BinaryAnswer> {
  const now = context.clock.now()
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - fileMonths)
  const entry = { operation: 'exportCompanyActivity', subject: `lender:${companyId}`, detail: { format } }
  await auditDownload(context, companyId, entry, origin)
  const sheet = { name: 'Aktivitas Perusahaan', columns, rows: rowsSince(context.db, companyId, oldest) }
  return exportAnswer(sheet, format, now)
}

async function* rowsSince(db: Queryable, companyId: number, oldest: Date): AsyncGenerator<readonly Cell[]> {
  let after: string | null = null
  for (;;) {
    const page: Row[] = await pageOf(db, companyId, { limit: filePage, after })
    const kept = page.filter(({ at }) => at >= oldest)
    for (const { at, name, operation, outcome, source, proposal, amount, factorFrom } of kept)
      yield [at.toISOString(), name, operation, outcome, source, proposal, amount, ...factorCells(factorFrom)]
    if (kept.length < filePage) return
    after = page.at(-1)?.id ?? null
  }
}

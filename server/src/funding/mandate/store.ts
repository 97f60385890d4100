import type { MandateEnd } from '@pematang/contract/funding/mandate/endpoints'
import type { MandateSnapshot } from '../../documents/index.ts'
import { type LenderState, hasAcceptedRisk } from '../../lenders/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { placedUnder } from './in-force.ts'

/** The lender's data in the text of a mandate, and whether they may give one. */
export type LenderFacts = {
  name: string
  isCompany: boolean
  companyName: string | null
  picName: string | null
  digiSignId: string
  signsByHash: boolean
  state: LenderState
  hasAcceptedRisk: boolean
  now: Date
}

export const findLenderFacts = (db: Queryable, lenderId: number): Promise<LenderFacts> =>
  one<LenderFacts>(
    db,
    'funding.mandate.lender_facts',
    `select l.name, l.user_type_id = 3 as "isCompany", i.company_name as "companyName", i.pic_full_name as "picName",
            l.digi_sign_id as "digiSignId", l.dgsign_type = 'XIGNATURE' as "signsByHash", l.state,
            ${hasAcceptedRisk} as "hasAcceptedRisk", app_now() as now
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )

export type NewMandate = { id: string; lenderId: number; snapshot: MandateSnapshot; textSha256: Buffer }

const mandateColumns = {
  lenderId: 'bigint',
  id: 'uuid',
  number: 'text',
  largestPerLoan: 'bigint',
  totalBudget: 'bigint',
  validUntil: 'date',
  snapshot: 'jsonb',
  textSha256: 'bytea',
} as const

/** Stores the next version of a lender's mandate. The caller has locked the lender's cash account. */
export async function insertMandate(tx: Queryable, mandate: NewMandate): Promise<number> {
  const { id, lenderId, snapshot, textSha256 } = mandate
  const { version } = await one<{ version: number }>(
    tx,
    'funding.mandate.insert',
    `insert into mandate (${columnNames(mandateColumns)}, version)
     select ${placeholders(mandateColumns)}, coalesce((select max(version) from mandate where lender_id = $1), 0) + 1
     returning version`,
    oneRow(mandateColumns, {
      lenderId,
      id,
      number: snapshot.number,
      largestPerLoan: snapshot.largestPerLoan,
      totalBudget: snapshot.totalBudget,
      validUntil: snapshot.validUntil,
      snapshot: JSON.stringify(snapshot),
      textSha256,
    }),
  )
  return version
}

export type MandateRow = {
  id: string
  lenderId: number
  version: number
  number: string
  largestPerLoan: number
  totalBudget: number
  placed: number
  createdAt: Date
  validUntil: Date
  textSha256: Buffer
  openedAt: Date | null
  grantedAt: Date | null
  signBefore: Date | null
  signedAt: Date | null
  endedAt: Date | null
  endReason: MandateEnd | null
  endDetail: string | null
  documentId: string
  /** PREPARED: the lender has not granted it yet. */
  state: 'PREPARED' | 'WAITING' | 'IN_FORCE' | 'ENDED'
  /** Whether it was created within the last day, and no later text exists. */
  current: boolean
  /** Whether its time for signing is over. */
  overdue: boolean
}

const rows = `select m.id, m.lender_id as "lenderId", m.version, m.number, m.largest_per_loan as "largestPerLoan",
    m.total_budget as "totalBudget", ${placedUnder} as placed, m.created_at as "createdAt",
    m.valid_until as "validUntil", m.text_sha256 as "textSha256", o.opened_at as "openedAt",
    g.granted_at as "grantedAt", g.sign_before as "signBefore", s.signed_at as "signedAt",
    coalesce(e.ended_at, case when s.mandate_id is not null and m.valid_until <= app_now() then m.valid_until end) as "endedAt",
    coalesce(e.reason, case when s.mandate_id is not null and m.valid_until <= app_now() then 'TIME' end) as "endReason",
    e.detail as "endDetail",
    (select d.id from document d where d.mandate_id = m.id order by d.kind = 'MANDATE_SIGNED' desc limit 1) as "documentId",
    case when g.mandate_id is null then 'PREPARED' when e.mandate_id is not null then 'ENDED'
         when s.mandate_id is null then 'WAITING' when m.valid_until <= app_now() then 'ENDED' else 'IN_FORCE' end as state,
    m.created_at > app_now() - interval '1 day'
      and not exists (select from mandate n where n.lender_id = m.lender_id and n.version > m.version) as current,
    coalesce(g.sign_before <= app_now(), false) as overdue
  from mandate m left join mandate_opening o on o.mandate_id = m.id left join mandate_grant g on g.mandate_id = m.id
  left join mandate_signature s on s.mandate_id = m.id left join mandate_end e on e.mandate_id = m.id`

export const findMandate = (db: Queryable, id: string): Promise<MandateRow | undefined> =>
  maybe<MandateRow>(db, 'funding.mandate.find', `${rows} where m.id = $1`, [id])

export const findVersion = (
  db: Queryable,
  lenderId: number,
  version: number,
): Promise<MandateRow | undefined> =>
  maybe<MandateRow>(db, 'funding.mandate.version', `${rows} where m.lender_id = $1 and m.version = $2`, [
    lenderId,
    version,
  ])

/** The granted mandates of a lender, newest first. */
export const grantedOf = (db: Queryable, lenderId: number, limit: number): Promise<MandateRow[]> =>
  many<MandateRow>(
    db,
    'funding.mandate.granted_of',
    `${rows} where m.lender_id = $1 and g.mandate_id is not null order by m.version desc limit $2`,
    [lenderId, limit],
  )

/** The mandates of a lender that await their signature or are in force. At most one is in force. */
export const openOf = (db: Queryable, lenderId: number): Promise<MandateRow[]> =>
  many<MandateRow>(
    db,
    'funding.mandate.open_of',
    `${rows} where m.lender_id = $1 and g.mandate_id is not null and e.mandate_id is null
        and (s.mandate_id is null or m.valid_until > app_now()) order by m.version`,
    [lenderId],
  )

export async function insertGrant(tx: Queryable, mandateId: string, signatureSeconds: number): Promise<void> {
  await run(
    tx,
    'funding.mandate.grant',
    `insert into mandate_grant (mandate_id, sign_before) values ($1, app_now() + $2 * interval '1 second')`,
    [mandateId, signatureSeconds],
  )
}

export type MandateSignature = {
  mandateId: string
  shownSha256: Buffer
  signedSha256: Buffer
  signedAt: Date
}

export async function insertSignature(tx: Queryable, signature: MandateSignature): Promise<void> {
  const { mandateId, shownSha256, signedSha256, signedAt } = signature
  await run(
    tx,
    'funding.mandate.sign',
    `insert into mandate_signature (mandate_id, shown_sha256, signed_sha256, signed_at) values ($1, $2, $3, $4)`,
    [mandateId, shownSha256, signedSha256, signedAt],
  )
}

/** The mandates of all lenders that await their signature or are in force, the oldest first. */
export const listOpen = (
  db: Queryable,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<MandateRow[]> =>
  many<MandateRow>(
    db,
    'funding.mandate.list_open',
    `${rows} where g.mandate_id is not null and e.mandate_id is null
        and (s.mandate_id is null or m.valid_until > app_now()) and ($1::uuid is null or m.id > $1)
      order by m.id limit $2`,
    [after ?? null, limit],
  )

import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'

/** A version of the risk warning; its paragraphs are separated by an empty line. */
export type RiskWarningVersion = { version: number; text: string; sha256: Buffer; createdAt: Date }

const columns = `w.version, w.text, w.sha256, w.created_at as "createdAt"`

export function findForLender(
  db: Queryable,
  lenderId: number,
): Promise<RiskWarningVersion & { acceptedAt: Date | null }> {
  return one(
    db,
    'lenders.risk-warning.for_lender',
    `select ${columns}, r.accepted_at as "acceptedAt" from risk_warning w
       left join risk_acceptance r on r.version = w.version and r.lender_id = $1
      order by w.version desc limit 1`,
    [lenderId],
  )
}

/** One version, or the one in force, with the number of lenders who have accepted it. */
export function findVersion(
  db: Queryable,
  version: number | null,
): Promise<(RiskWarningVersion & { accepted: number }) | undefined> {
  return maybe(
    db,
    'lenders.risk-warning.version',
    `select ${columns}, (select count(*) from risk_acceptance r where r.version = w.version) as accepted
       from risk_warning w where w.version = coalesce($1, (select max(version) from risk_warning))`,
    [version],
  )
}

/**
 * Locks out other publications until the transaction ends.
 * @returns the version in force
 */
export async function lockCurrent(tx: Queryable): Promise<RiskWarningVersion> {
  await many(tx, 'lenders.risk-warning.lock', `select pg_advisory_xact_lock(hashtext('risk_warning'))`, [])
  return one(
    tx,
    'lenders.risk-warning.current',
    `select ${columns} from risk_warning w order by version desc limit 1`,
    [],
  )
}

export const insertVersion = (
  tx: Queryable,
  { version, text, sha256 }: Omit<RiskWarningVersion, 'createdAt'>,
): Promise<unknown> =>
  run(
    tx,
    'lenders.risk-warning.insert',
    'insert into risk_warning (version, text, sha256) values ($1, $2, $3)',
    [version, text, sha256],
  )

/**
 * Stores an acceptance once; a repeated one changes nothing.
 * @param evidence the reference of the paper, if an operator records the acceptance
 */
export async function insertAcceptance(
  tx: Queryable,
  lenderId: number,
  { version, sha256 }: Pick<RiskWarningVersion, 'version' | 'sha256'>,
  evidence: string | null,
): Promise<Date> {
  await run(
    tx,
    'lenders.risk-warning.accept',
    `insert into risk_acceptance (lender_id, version, sha256, evidence)
     select id, $2, $3, $4 from lender where id = $1
     on conflict do nothing`,
    [lenderId, version, sha256, evidence],
  )
  const accepted = await maybe<{ acceptedAt: Date }>(
    tx,
    'lenders.risk-warning.accepted_at',
    `select accepted_at as "acceptedAt" from risk_acceptance where lender_id = $1 and version = $2`,
    [lenderId, version],
  )
  if (!accepted) throw new Error(`Tidak ada Pemberi Dana ${lenderId}.`)
  return accepted.acceptedAt
}

export type RiskAcceptance = { version: number; sha256: Buffer; acceptedAt: Date; evidence: string | null }

/** The acceptances of a lender, newest first. */
export const acceptancesOf = (db: Queryable, lenderId: number): Promise<RiskAcceptance[]> =>
  many(
    db,
    'lenders.risk-warning.acceptances',
    `select version, sha256, accepted_at as "acceptedAt", evidence from risk_acceptance
      where lender_id = $1 order by version desc`,
    [lenderId],
  )

import type { EndpointAnswer, EndpointQuery } from '@pematang/contract/endpoint'
import type { listPartnerProposals, PartnerProposal } from '@pematang/contract/partner/proposal-endpoints'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { cutPage } from '../../platform/pages.ts'
import { Refusal, required } from '../../platform/refusal.ts'

type Row = Omit<PartnerProposal, 'at' | 'until' | 'endedAt'> & { at: Date; until: Date; endedAt: Date | null }

/** SQL: what the keys of account $1 proposed. */
const rows = `
  select p.number, p.operation as call, p.amount, p.key_id as "keyId", p.at, p.until,
         coalesce(p.ended, case when p.until <= app_now() then 'EXPIRED' else 'WAITING' end) as state, p.ended_at as "endedAt",
         (select count(*) from company_decision d where d.proposal = p.number and d.verdict = 'AGREED') as agreed,
         (select d.reason from company_decision d where d.proposal = p.number and d.verdict = 'REFUSED') as reason
    from company_proposal p where p.company_id = $1 and p.key_id is not null`

const shown = ({ at, until, endedAt, ...row }: Row): PartnerProposal => ({
  ...row,
  at: at.toISOString(),
  until: until.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

const listName = (companyId: number): string => `proposals:${companyId}`

/**
 * A page of what the keys of an account proposed, the oldest first. Numbers are given out under a lock, so what commits later
 * has a higher one.
 * @throws Refusal CURSOR_UNKNOWN for a cursor of another list or account
 * @throws Refusal CURSOR_OUTDATED for one from before a restore
 */
export async function listProposalsOfKeys(
  db: Queryable,
  companyId: number,
  { cursor, limit }: EndpointQuery<typeof listPartnerProposals>,
): Promise<EndpointAnswer<typeof listPartnerProposals>> {
  const after = cursor === undefined ? 0 : await placeOf(db, companyId, cursor)
  const found = await many<Row>(
    db,
    'funding.key-proposals.list',
    `${rows} and p.number > $2 order by p.number limit $3`,
    [companyId, after, limit + 1],
  )
  const write = ({ number, at }: Row) => writeCursor(listName(companyId), [number, at.getTime()])
  const page = cutPage(found, limit, write)
  const last = page.rows.at(-1)
  return {
    list: page.rows.map(shown),
    next: last ? write(last) : (cursor ?? null),
    hasMore: page.next !== null,
  }
}

async function placeOf(db: Queryable, companyId: number, cursor: string): Promise<number> {
  const [number = '', at] = readCursor(listName(companyId), cursor, 2)
  if (!/^[1-9][0-9]{0,14}$/.test(number)) throw new Refusal('CURSOR_UNKNOWN')
  const row = await find(db, companyId, Number(number))
  if (!row || String(row.at.getTime()) !== at) throw new Refusal('CURSOR_OUTDATED')
  return row.number
}

const find = (db: Queryable, companyId: number, number: number): Promise<Row | undefined> =>
  maybe<Row>(db, 'funding.key-proposals.one', `${rows} and p.number = $2`, [companyId, number])

/** @throws Refusal PROPOSAL_NOT_FOUND, also for one of another account or of a person */
export const showProposalOfKey = async (
  db: Queryable,
  companyId: number,
  number: number,
): Promise<PartnerProposal> => shown(required(await find(db, companyId, number), 'PROPOSAL_NOT_FOUND'))

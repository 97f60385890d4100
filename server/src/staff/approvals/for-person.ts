import { idAt } from '../../platform/audit/id-at.ts'
import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import { type ProposalRow, proposalColumns } from './proposals.ts'

/** A proposal as one person of the staff sees it in a list; `isConfirmed` is false while its maker's name was only typed. */
export type ProposalFor = ProposalRow & {
  isOwn: boolean
  isConfirmed: boolean
  agreed: boolean
  agreements: number
}

type Wanted = { staffId: number; limit: number; after?: number | null }

// A count, because for a long list of `exists` the planner reads all decisions that this person ever made.
const seen = `${proposalColumns}, p.maker = $1 as "isOwn",
  p.seat is null or (select count(*) from proposal_decision d
                      where d.proposal = p.number and d.staff_id = p.maker) > 0 as "isConfirmed",
  (select count(*) from proposal_decision d where d.proposal = p.number and d.staff_id = $1) > 0 as agreed,
  (select count(*) from proposal_decision d where d.proposal = p.number and d.verdict = 'AGREED'
      and d.staff_id <> p.maker) as agreements`

const waits = `p.ended is null and p.until > app_now()
  and not exists (select from proposal_decision d where d.proposal = p.number and d.staff_id = $1)`
const toDecide = `${waits} and p.maker <> $1`
const toConfirm = `${waits} and p.maker = $1 and p.seat is not null`

/**
 * The proposals that wait for this person, newest first: before those that they may decide and have not, on the first page,
 * those that were typed in their name and that nobody can decide before they have said whose they are.
 */
export async function listForPerson(
  db: Queryable,
  { decides, ...wanted }: Wanted & { decides: boolean },
): Promise<Page<ProposalFor>> {
  const { staffId, limit, after = null } = wanted
  const typed =
    after === null
      ? await many<ProposalFor>(
          db,
          'staff.approvals.list_to_confirm',
          `select ${seen} from proposal p join staff s on s.id = p.maker
            where ${toConfirm} order by p.number desc limit $2`,
          [staffId, limit],
        )
      : []
  if (!decides) return { rows: typed, next: null }
  const { rows, next } = await page(
    wanted,
    many<ProposalFor>(
      db,
      'staff.approvals.list_for_person',
      `select ${seen} from proposal p join staff s on s.id = p.maker
        where ${toDecide} and ($3::bigint is null or p.number < $3) order by p.number desc limit $2`,
      valuesOf(wanted),
    ),
  )
  return { rows: [...typed, ...rows], next }
}

/** The proposals that this person made, newest first. */
export const listOfMaker = (db: Queryable, wanted: Wanted): Promise<Page<ProposalFor>> =>
  page(
    wanted,
    many<ProposalFor>(
      db,
      'staff.approvals.list_of_maker',
      `select ${seen} from proposal p join staff s on s.id = p.maker
        where p.maker = $1 and ($3::bigint is null or p.number < $3) order by p.number desc limit $2`,
      valuesOf(wanted),
    ),
  )

/** All proposals, newest first. */
export const listSeen = (db: Queryable, wanted: Wanted): Promise<Page<ProposalFor>> =>
  page(
    wanted,
    many<ProposalFor>(
      db,
      'staff.approvals.list_seen',
      `select ${seen} from proposal p join staff s on s.id = p.maker
        where $3::bigint is null or p.number < $3 order by p.number desc limit $2`,
      valuesOf(wanted),
    ),
  )

const valuesOf = ({ staffId, limit, after = null }: Wanted) => [staffId, limit + 1, after]

const page = async ({ limit }: Wanted, rows: Promise<ProposalFor[]>): Promise<Page<ProposalFor>> =>
  cutPage(await rows, limit, ({ number }) => String(number))

/** How many proposals wait for this person: those in their name, and those that they may decide and have not. */
export async function countForPerson(
  db: Queryable,
  { staffId, decides }: { staffId: number; decides: boolean },
): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    'staff.approvals.count_for_person',
    `select (select count(*) from proposal p where ${toConfirm})
            + (select count(*) from proposal p where $2 and ${toDecide}) as count`,
    [staffId, decides],
  )
  return count
}

/** What a dry run found when it was proposed; null where that was not kept. */
export async function foreseenOf(db: Queryable, number: number): Promise<string | null> {
  const row = await maybe<{ foreseen: string | null }>(
    db,
    'staff.approvals.foreseen',
    'select foreseen from proposal where number = $1',
    [number],
  )
  return row?.foreseen ?? null
}

/** Why a proposal was refused; null where it was not. */
export async function whyRefused(
  db: Queryable,
  { number, endedAt }: Pick<ProposalRow, 'number' | 'endedAt'>,
): Promise<string | null> {
  if (endedAt === null) return null
  const [from, until] = [endedAt.getTime() - 60_000, endedAt.getTime() + 60_000]
  const row = await maybe<{ reason: string | null }>(
    db,
    'staff.approvals.why_refused',
    `select detail ->> 'reason' as reason from audit_event
      where id between $2 and $3 and subject = 'proposal:' || $1::bigint and operation = 'refuseProposal'
        and outcome = 'done' limit 1`,
    [number, idAt(new Date(from)), idAt(new Date(until))],
  )
  return row?.reason ?? null
}

/** The versions of the rule of each operation, the newest first. */
export type RuleVersion = {
  operation: string
  version: number
  deciders: number
  largeFrom: number | null
  largeDeciders: number | null
  hours: number
  at: Date
}

export const ruleVersions = (db: Queryable): Promise<RuleVersion[]> =>
  many<RuleVersion>(
    db,
    'staff.approvals.rule_versions',
    `select operation, version, deciders, large_from as "largeFrom", large_deciders as "largeDeciders", hours, at
       from approval_rule order by operation, version desc`,
  )

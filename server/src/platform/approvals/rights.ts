import { type StaffRight, staffRights } from '@pematang/contract/staff/rights'
import { many, maybe, type Queryable } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

export const rights = staffRights
export type Right = StaffRight

/** What a person may do now; nothing if they are suspended or unknown. */
export async function rightsOf(db: Queryable, staffId: number): Promise<readonly Right[]> {
  const row = await maybe<{ rights: Right[] }>(
    db,
    'platform.approvals.rights',
    'select rights from staff_rights where staff_id = $1 order by version desc limit 1',
    [staffId],
  )
  return row?.rights ?? []
}

/** @throws Refusal STAFF_RIGHT_MISSING */
export async function requireRight(db: Queryable, staffId: number, right: Right): Promise<void> {
  if (!(await rightsOf(db, staffId)).includes(right)) throw new Refusal('STAFF_RIGHT_MISSING')
}

export async function holdersOf(db: Queryable, right: Right): Promise<number[]> {
  const rows = await many<{ id: number }>(
    db,
    'platform.approvals.holders',
    `select s.id from staff s join lateral (
       select rights from staff_rights where staff_id = s.id order by version desc limit 1) r on true
      where $1 = any(r.rights) order by s.id`,
    [right],
  )
  return rows.map(({ id }) => id)
}

/** Who is an administrator, or was one within the last 72 hours. */
export async function administratorsOfLate(db: Queryable): Promise<number[]> {
  const rows = await many<{ id: number }>(
    db,
    'platform.approvals.administrators_of_late',
    `select s.id from staff s where exists (
       select from (select rights, lead(at, 1, 'infinity') over (order by version) as until
                      from staff_rights where staff_id = s.id) r
        where 'ADMIN' = any(r.rights) and r.until > app_now() - interval '72 hours') order by s.id`,
  )
  return rows.map(({ id }) => id)
}

/** The person with this name, who acts on the command line under it. */
export const findByName = (db: Queryable, name: string): Promise<{ id: number } | undefined> =>
  maybe<{ id: number }>(db, 'platform.approvals.staff_by_name', 'select id from staff where name = $1', [
    name,
  ])

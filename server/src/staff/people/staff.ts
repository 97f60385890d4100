import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { type Right, rights as allRights, rightsOf } from '../../platform/approvals/rights.ts'
import { mutation } from '../../platform/commands/command.ts'
import { isStaffActorName } from '../../platform/commands/decide.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Lookup, Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { endStaffSessions } from '../sessions/index.ts'
import { requireEnough, staffWhoCanDecide } from './enough.ts'
import { endInvitations, mailLink } from './invite.ts'

/** A person of the staff, what they may do now (nothing while suspended), and with how many passkeys they may log in. */
export type Person = {
  id: number
  name: string
  email: string
  rights: Right[]
  passkeys: number
  addedAt: Date
}

export const listStaff = (db: Queryable): Promise<Person[]> =>
  many<Person>(
    db,
    'staff.people.list',
    `select s.id, s.name, s.email, r.rights, s.added_at as "addedAt",
            (select count(*) from staff_passkey k where k.staff_id = s.id and k.ended_at is null) as passkeys
       from staff s join lateral (
         select rights from staff_rights where staff_id = s.id order by version desc limit 1) r on true
      order by s.id`,
  )

/**
 * Adds a person with rights. They act on the command line under their name, and no other person can have it. Decided in
 * the console, a link for their first passkey is sent to them.
 * @throws Error if the name or the address belongs to another person, or the name is one of the console (`staff-1`)
 */
export const addStaff = mutation<Context, { name: string; email: string; rights: Right[] }, { id: number }>({
  operation: 'addStaff',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { name, email, rights }, { context, actor }) {
    if (isStaffActorName(name)) throw new Error(`Nama ${name} milik konsol; pilih nama lain.`)
    await lockStaff(tx)
    const address = email.toLowerCase()
    const taken = await maybe(
      tx,
      'staff.people.taken',
      'select from staff where lower(name) = lower($1) or email_search = any($2)',
      [name, new Lookup(address)],
    )
    if (taken) throw new Error(`Nama ${name} atau alamat ini sudah dipakai staf lain.`)
    const { id } = await one<{ id: number }>(
      tx,
      'staff.people.add',
      `insert into staff (id, name, email, email_search)
       select coalesce(max(id), 0) + 1, $1, $2, $3 from staff returning id`,
      [name, new Sealed(address), new SearchKey(address)],
    )
    await storeRights(tx, id, rights)
    // What was decided in the console is finished there; the command line invites with a command of its own.
    if (actor.authority !== undefined && 'proposal' in actor.authority)
      await mailLink(tx, { staffId: id, context })
    return { answer: { id }, subject: `staff:${id}`, detail: { rights } }
  },
})

type SetRights = { name: string; rights: Right[]; reason: string }

/**
 * Gives a person these rights, in place of those before.
 * @throws Error if there is no such person; Refusal RULE_UNSATISFIABLE if too few would be left
 */
export const setStaffRights = mutation<Context, SetRights, { id: number }>({
  operation: 'setStaffRights',
  permit: ['operator'],
  secondPair: true,
  security: true,
  run: (tx, input) => replaceRights(tx, input, () => input.rights),
})

/**
 * Takes rights from a person; with all of them they are suspended: sessions end at once, and their open proposals are
 * withdrawn.
 */
export const takeStaffRights = mutation<Context, SetRights, { id: number }>({
  operation: 'takeStaffRights',
  permit: ['operator'],
  withoutSecondPair: 'it takes access away',
  security: true,
  run: (tx, input) =>
    replaceRights(tx, input, (held) => held.filter((right) => !input.rights.includes(right))),
})

async function replaceRights(
  tx: Transaction,
  { name, reason }: SetRights,
  next: (held: readonly Right[]) => Right[],
) {
  await lockStaff(tx)
  const person = await maybe<{ id: number }>(
    tx,
    'staff.people.find',
    'select id from staff where name = $1',
    [name],
  )
  if (!person) throw new Error(`Tidak ada staf bernama ${name}.`)
  const { id } = person
  const [before, counts] = [await rightsOf(tx, id), await staffWhoCanDecide(tx)]
  const rights = next(before)
  await storeRights(tx, id, rights)
  await requireEnough(tx, counts)
  const withdrawn = rights.length === 0 ? await shutOut(tx, id) : []
  const detail = { before, rights, reason, ...(withdrawn.length > 0 ? { withdrawn } : {}) }
  return { answer: { id }, subject: `staff:${id}`, detail }
}

/**
 * Ends what a suspended person has open: sessions, links, and proposals of theirs that nobody has decided.
 * @returns the numbers of the proposals
 */
async function shutOut(tx: Transaction, staffId: number): Promise<number[]> {
  await endStaffSessions(tx, staffId, null)
  await endInvitations(tx, staffId)
  const proposals = await many<{ number: number }>(
    tx,
    'staff.people.withdraw_proposals',
    `update proposal set ended = 'WITHDRAWN', ended_at = app_clock()
      where maker = $1 and ended is null returning number`,
    [staffId],
  )
  return proposals.map(({ number }) => number).toSorted((a, b) => a - b)
}

const storeRights = (tx: Transaction, id: number, rights: readonly Right[]): Promise<number> =>
  run(
    tx,
    'staff.people.store_rights',
    `insert into staff_rights (staff_id, version, rights)
     select $1, coalesce(max(version), 0) + 1, $2 from staff_rights where staff_id = $1`,
    [id, allRights.filter((right) => rights.includes(right))],
  )

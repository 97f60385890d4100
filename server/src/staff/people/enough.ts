import { holdersOf } from '../../platform/approvals/rights.ts'
import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { passkeysToDecide } from '../sessions/index.ts'

/** Of those who decide, and of administrators, so many always stay: without them nobody could add another. */
const least = { DECIDE: 2, ADMIN: 1 } as const

type Counts = { DECIDE: number; ADMIN: number; able: number }

/** How many hold the rights that must not die out, and how many can decide in the console now. */
export async function staffWhoCanDecide(tx: Transaction): Promise<Counts> {
  const [deciders, admins] = [await holdersOf(tx, 'DECIDE'), await holdersOf(tx, 'ADMIN')]
  const { able } = await one<{ able: number }>(
    tx,
    'staff.people.able',
    `select count(*) as able from unnest($1::integer[]) as d (id)
      where (select count(*) from staff_passkey k where k.staff_id = d.id and k.ended_at is null) >= $2`,
    [deciders, passkeysToDecide],
  )
  return { DECIDE: deciders.length, ADMIN: admins.length, able }
}

/**
 * Requires that what was taken left enough people: the last administrator and the last two who decide stay, also of those
 * who have the passkeys for it.
 * @param before how many there were; what was too few before may stay so
 * @throws Refusal RULE_UNSATISFIABLE
 */
export async function requireEnough(tx: Transaction, before: Counts): Promise<void> {
  const now = await staffWhoCanDecide(tx)
  const limits: Counts = { ...least, able: least.DECIDE }
  for (const name of ['DECIDE', 'ADMIN', 'able'] as const)
    if (now[name] < before[name] && now[name] < limits[name]) throw new Refusal('RULE_UNSATISFIABLE')
}

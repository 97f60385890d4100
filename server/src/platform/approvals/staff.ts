import { one } from '../db/database.ts'
import type { Body } from './body.ts'
import { lockStaff, sumOfDay } from './decision.ts'
import { rightsOf } from './rights.ts'
import { decidersFor, findRule } from './rule.ts'

export const staffBody: Body = {
  tables: { proposal: 'proposal', decision: 'proposal_decision', person: 'staff_id' },
  named: 'proposal',
  scope: null,
  roleMissing: 'STAFF_RIGHT_MISSING',
  lock: lockStaff,
  async rule(tx, operation) {
    const rule = await findRule(tx, operation)
    return rule && { ...rule, neededFor: (sum) => decidersFor(rule, sum ?? 0) }
  },
  mayPropose: async (tx, person) => (await rightsOf(tx, person)).includes('WORK'),
  mayDecide: async (tx, person) => (await rightsOf(tx, person)).includes('DECIDE'),
  isSame: async () => false,
  async isConfirmed(tx, proposal) {
    const { confirmed } = await one<{ confirmed: boolean }>(
      tx,
      'platform.approvals.confirmed',
      `select seat is null or exists (select from proposal_decision where proposal = number and staff_id = maker) as confirmed
         from proposal where number = $1`,
      [proposal],
    )
    return confirmed
  },
  sumOfDay,
}

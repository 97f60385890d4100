import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { holdersOf } from '../../platform/approvals/rights.ts'
import { type ApprovalRule, ruleColumns } from '../../platform/approvals/rule.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { secondPairOperations } from './operations.ts'

export type NewRule = Omit<ApprovalRule, 'version'> & { operation: string }
export type KeptRule = ApprovalRule & { operation: string; at: Date }

/** What production starts with: one decides for all that declare it, two from a billion rupiah, within three days. */
const startingRule = { deciders: 1, largeFrom: 1_000_000_000, largeDeciders: 2, hours: 72 }

/** The latest rule of each operation, also of those where it was lifted. */
export const listRules = (db: Queryable): Promise<KeptRule[]> =>
  many<KeptRule>(
    db,
    'staff.approvals.rules',
    `select distinct on (operation) operation, ${ruleColumns}, at from approval_rule
      order by operation, version desc`,
  )

/**
 * Stores new versions of rules, which hold at once. No decider lifts a rule. A change of rules is decided under the
 * rule of before, like every command that needs a second pair.
 * @throws Refusal RULE_UNSATISFIABLE if fewer people may decide than a rule asks for; Error for an unknown operation, and
 *   where large sums do not ask for more people
 */
export const setApprovalRules = mutation<Context, { rules: NewRule[]; reason: string }, { version: number }>({
  operation: 'setApprovalRules',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { rules, reason }) {
    const unknown = rules.find(({ operation }) => !secondPairOperations.includes(operation))
    if (unknown)
      throw new Error(`${unknown.operation} bukan tindakan yang dapat memerlukan persetujuan orang kedua.`)
    if (rules.some((rule) => !isWhole(rule)))
      throw new Error(
        'Batas jumlah besar memerlukan jumlah orang yang lebih banyak daripada di bawahnya; sebutkan keduanya.',
      )
    await lockStaff(tx)
    const most = Math.max(
      0,
      ...rules.map(({ deciders, largeDeciders }) => Math.max(deciders, largeDeciders ?? 0)),
    )
    if (most > 0 && (await holdersOf(tx, 'DECIDE')).length < most) throw new Refusal('RULE_UNSATISFIABLE')
    const version = await insertRules(tx, rules)
    return { answer: { version }, subject: `approval-rule:${version}`, detail: { rules, reason } }
  },
})

/** Whether the sum and its deciders are both there or neither, and are more than those below the sum. */
const isWhole = ({ deciders, largeFrom, largeDeciders }: NewRule): boolean =>
  largeFrom === null
    ? largeDeciders === null
    : largeDeciders !== null && deciders > 0 && largeDeciders > deciders

/**
 * Puts the starting rule in force for each operation that no rule was ever made for, once two people may decide: a rule
 * that nobody can keep would stop the platform.
 */
export const adoptStartingRules = mutation<Context, null, { adopted: number }>({
  operation: 'adoptStartingRules',
  permit: ['system'],
  async run(tx) {
    await lockStaff(tx)
    if ((await holdersOf(tx, 'DECIDE')).length < startingRule.largeDeciders) return { answer: { adopted: 0 } }
    const kept = (await listRules(tx)).map(({ operation }) => operation)
    const missing = secondPairOperations.filter((operation) => !kept.includes(operation))
    if (missing.length === 0) return { answer: { adopted: 0 } }
    const version = await insertRules(
      tx,
      missing.map((operation) => ({ operation, ...startingRule })),
    )
    return {
      answer: { adopted: missing.length },
      subject: `approval-rule:${version}`,
      detail: { operations: missing, ...startingRule },
    }
  },
})

/**
 * Inserts rules after waiting for all transactions that have read one; those that ask later wait for this one.
 * @returns the version of the last
 */
async function insertRules(tx: Transaction, rules: readonly NewRule[]): Promise<number> {
  await one(
    tx,
    'staff.approvals.lock_rules',
    `select pg_advisory_xact_lock(hashtext('approval_rule'))::text as locked`,
  )
  for (const { operation, deciders, largeFrom, largeDeciders, hours } of rules) {
    await run(
      tx,
      'staff.approvals.insert_rule',
      `insert into approval_rule (version, operation, deciders, large_from, large_deciders, hours)
       select coalesce(max(version), 0) + 1, $1, $2, $3, $4, $5 from approval_rule`,
      [operation, deciders, largeFrom, largeDeciders, hours],
    )
  }
  const { version } = await one<{ version: number }>(
    tx,
    'staff.approvals.last_rule',
    'select max(version) as version from approval_rule',
  )
  return version
}

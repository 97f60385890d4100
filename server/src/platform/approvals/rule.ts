import { maybe, type Queryable } from '../db/database.ts'

/** How many must decide a command of staff beside its maker, from which sum more, and for how many hours they may. */
export type ApprovalRule = {
  version: number
  deciders: number
  /** Whole rupiah; null where a sum makes no difference. */
  largeFrom: number | null
  largeDeciders: number | null
  hours: number
}

/** The columns of an `ApprovalRule`, from a row of approval_rule. */
export const ruleColumns = `version, deciders, large_from as "largeFrom", large_deciders as "largeDeciders", hours`

/**
 * The rule that asks for a second pair at this operation; undefined if none does. A change of rules waits until the
 * transaction of the reader has ended, so that what it does is done by this rule.
 */
export async function findRule(tx: Queryable, operation: string): Promise<ApprovalRule | undefined> {
  const rule = await maybe<ApprovalRule>(
    tx,
    'platform.approvals.rule',
    `select ${ruleColumns} from approval_rule_in_force($1)`,
    [operation],
  )
  return rule && rule.deciders > 0 ? rule : undefined
}

/** How many must agree to a command that gives this sum, in whole rupiah, together with what was given before. */
export const decidersFor = ({ deciders, largeFrom, largeDeciders }: ApprovalRule, sum: number): number =>
  largeFrom !== null && largeDeciders !== null && sum >= largeFrom ? largeDeciders : deciders

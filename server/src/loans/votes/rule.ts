import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A part of the principal, as a fraction of whole numbers. */
export type Part = { part: number; of: number }

/** What asks for a vote of the lenders, and when one passes. */
export type VoteRule = {
  required: boolean
  /** More than this part of the principal must vote at the first call. */
  quorum: Part
  /** At least this part at the second call. */
  secondQuorum: Part
  /** At least this part of the principal that voted must agree. */
  majority: Part
  days: number
  secondDays: number
}

const columns = {
  required: 'boolean',
  quorumPart: 'integer',
  quorumOf: 'integer',
  secondPart: 'integer',
  secondOf: 'integer',
  majorityPart: 'integer',
  majorityOf: 'integer',
  days: 'integer',
  secondDays: 'integer',
} as const

/** SQL: the rule of the row `q` as JSON. */
export const ruleJson = `json_build_object('required', q.required,
  'quorum', json_build_object('part', q.quorum_part, 'of', q.quorum_of),
  'secondQuorum', json_build_object('part', q.second_part, 'of', q.second_of),
  'majority', json_build_object('part', q.majority_part, 'of', q.majority_of),
  'days', q.days, 'secondDays', q.second_days)`

/** The rule in force, which does not change until the end of the transaction. */
export const ruleInForce = (tx: Queryable): Promise<{ version: number; rule: VoteRule }> =>
  one(tx, 'loans.votes.rule', `select q.version, ${ruleJson} as rule from vote_rule_in_force() q`, [])

const longest = 90

/** Whether a part is above 0 and below, or at most, the whole. */
const isPart = ({ part, of }: Part, whole: boolean): boolean =>
  Number.isInteger(part) && Number.isInteger(of) && part > 0 && of <= 1000 && (whole ? part <= of : part < of)

const isDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= longest

function isRule({ quorum, secondQuorum, majority, days, secondDays }: VoteRule): boolean {
  const parts = isPart(quorum, false) && isPart(secondQuorum, false) && isPart(majority, true)
  return parts && 2 * majority.part > majority.of && isDays(days) && isDays(secondDays)
}

/**
 * Sets the rule for votes that are called from now on; those that were called keep theirs.
 * @throws Refusal VOTE_RULE_INVALID
 */
export const setVoteRule = mutation<Context, VoteRule, { version: number }>({
  operation: 'setVoteRule',
  permit: ['operator'],
  secondPair: true,
  async run(tx, rule) {
    if (!isRule(rule)) throw new Refusal('VOTE_RULE_INVALID')
    await run(tx, 'loans.votes.lock_rule', `select pg_advisory_xact_lock(hashtext('vote_rule'))`, [])
    const { quorum, secondQuorum, majority } = rule
    await run(
      tx,
      'loans.votes.insert_rule',
      `insert into vote_rule (${columnNames(columns)}, version)
       select ${placeholders(columns)}, 1 + (select max(version) from vote_rule)`,
      oneRow(columns, {
        ...rule,
        ...{ quorumPart: quorum.part, quorumOf: quorum.of },
        ...{ secondPart: secondQuorum.part, secondOf: secondQuorum.of },
        ...{ majorityPart: majority.part, majorityOf: majority.of },
      }),
    )
    const { version } = await ruleInForce(tx)
    return { answer: { version }, subject: 'vote-rule', detail: { version, ...rule } }
  },
})

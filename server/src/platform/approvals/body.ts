import type { RefusalCode } from '@pematang/contract/catalogue'
import type { Queryable } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'

/** What a rule asks of a proposal: for how many hours it may be decided, and how many must agree at a sum. */
export type BodyRule = {
  version: number
  hours: number
  /** @param sum whole rupiah, with what the maker had done in 24 hours; null where it has none */
  neededFor(sum: number | null): number
}

/**
 * A body of people who propose and decide: the staff, or a company. The engine is one; their people, rules and rows are
 * apart, so that none can ever decide for another.
 */
export type Body = {
  /** Its tables, and the column of a decision that names its person. */
  tables: { proposal: string; decision: string; person: string }
  /** The subject of its proposals in the audit trail, before the number. */
  named: string
  /** Whose its rows are, where several bodies share a table: the column and its value. */
  scope: { column: string; value: number } | null
  roleMissing: RefusalCode
  /** Serialises what is decided with what changes who may decide. */
  lock(tx: Transaction): Promise<unknown>
  /** The rule that asks for a decision at this operation; undefined if none does. */
  rule(tx: Queryable, operation: string): Promise<BodyRule | undefined>
  mayPropose(tx: Queryable, person: number, operation: string): Promise<boolean>
  mayDecide(tx: Queryable, person: number, operation: string): Promise<boolean>
  /** Whether two logins are of one human being, as far as is known. */
  isSame(tx: Queryable, maker: number, decider: number): Promise<boolean>
  /** Whether the maker was authenticated, or has said afterwards that a proposal in their name is theirs. */
  isConfirmed(tx: Queryable, proposal: number): Promise<boolean>
  /** What was done for this maker in 24 hours that counts with this operation, in whole rupiah. */
  sumOfDay(tx: Queryable, maker: number, operation: string): Promise<number>
}

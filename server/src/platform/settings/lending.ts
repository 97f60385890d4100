import * as z from 'zod'
import { percent, seconds } from './fields.ts'

export const lendingSettings = {
  /** How many seconds a reservation waits for its signature. */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** Seconds longer for every further reservation that is signed with it. */
  SIGNATURE_SECONDS_EACH: seconds.default(60),
  /** How many days a mandate for automatic funding is valid. */
  MANDATE_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** Seconds between questions to the provider while no callback comes. */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /**
   * The share of a lender's portfolio, in percent, above which the funding dialog warns: in one borrower, one loan
   * type, one grade. With 100 it never warns.
   */
  CONCENTRATION_BORROWER_PERCENT: percent.default(10),
  CONCENTRATION_LOAN_TYPE_PERCENT: percent.default(100),
  CONCENTRATION_GRADE_PERCENT: percent.default(100),

  /** Seconds between rounds of automatic funding; newly published loans start one at once. */
  AUTO_FUNDING_ROUND_SECONDS: seconds.default(300),
  /** The share of a loan in percent that is reserved for hand-picking, and for how many hours of its offer. */
  AUTO_FUNDING_HAND_PERCENT: percent.default(40),
  AUTO_FUNDING_HAND_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),

  /**
   * The penalty for late payment: a day's fraction of the overdue amount, and at most, of the funded amount; for
   * loans offered from now on.
   */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /**
   * A payment that leaves less than this of an installment closes it, at the platform's cost, up to this amount for
   * each loan that is offered or taken over from now on; 0 closes nothing.
   */
  ROUNDING_TOLERANCE: z.coerce.number().int().min(0).max(1_000_000).default(1_000),

  /**
   * What disburses a loan: the `line` of the bank's statement alone, or an `operator` too (`disbursements make` and
   * `import`).
   */
  DISBURSEMENT_BY: z.enum(['line', 'operator']).optional(),

  /** `required` or `optional`: the borrower's consent in [the loan file](../loan-file.md). */
  BORROWER_CONSENT: z.enum(['required', 'optional']).optional(),

  /**
   * The order in which payments of loans offered from now on are allocated; or `INTEREST_PENALTY_PRINCIPAL`,
   * `PENALTY_INTEREST_PRINCIPAL` ([why](../decisions/0020-terms-of-a-loan.md)).
   */
  ALLOCATION_ORDER: z
    .enum(['INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL'])
    .default('INTEREST_PRINCIPAL_PENALTY'),

  /** A payment above this multiple of what its loan can still owe requires `--yes`. */
  PAYMENT_MULTIPLE: z.coerce.number().min(1).max(1_000_000).default(1.1),
  /** A payment or a disbursement dated more than this many days ago requires `--yes` too. */
  VALUE_DATE_DAYS: z.coerce.number().int().min(0).max(100_000).default(7),

  /**
   * Hours after midnight in Jakarta at which the worker closes the day before, after the first that an operator
   * closed.
   */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),

  /** Days within which the bank must list what was recorded; then it is a difference. */
  BANK_LINE_DAYS: z.coerce.number().int().min(1).max(31).default(3),
}

import * as z from 'zod'
import { percent, seconds } from './fields.ts'

/** Settings of fundings, loans and business days. */
export const lendingSettings = {
  /** How many seconds a reservation waits for its signature. */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** How many seconds longer each reservation waits for every further one that is signed together with it. */
  SIGNATURE_SECONDS_EACH: seconds.default(60),
  /** How many days a mandate for automatic funding is valid. */
  MANDATE_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** How often the provider is asked for the status of a document whose callback has not come, in seconds. */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /**
   * The share of a lender's portfolio, in percent, above which the funding dialog warns: in one borrower, one loan
   * type, one grade. With 100 it never warns.
   */
  CONCENTRATION_BORROWER_PERCENT: percent.default(10),
  CONCENTRATION_LOAN_TYPE_PERCENT: percent.default(100),
  CONCENTRATION_GRADE_PERCENT: percent.default(100),

  /**
   * How often loans are allocated to automatic funding strategies, in seconds; newly published loans start a round at
   * once.
   */
  AUTO_FUNDING_ROUND_SECONDS: seconds.default(300),
  /** The share of a loan in percent that is reserved for hand-picking, and for how many hours of its offer. */
  AUTO_FUNDING_HAND_PERCENT: percent.default(40),
  AUTO_FUNDING_HAND_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),

  /**
   * The penalty for late payment: per day, as a fraction of the overdue amount, and at most, as a fraction of the
   * funded amount. It applies to loans that are offered from now on; it is stored with the loan and stated in its
   * agreements.
   */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /**
   * A payment that leaves less than this many rupiah of an installment closes it; the platform bears the rest, up to
   * this amount for each loan. It applies to loans that are offered or taken over from now on and is stored with them; 0
   * closes nothing.
   */
  ROUNDING_TOLERANCE: z.coerce.number().int().min(0).max(1_000_000).default(1_000),

  /**
   * `required` or `optional`: whether a loan can only be offered with its borrower's consent in [the loan
   * file](../loan-file.md). Loans that were offered before are not affected.
   */
  BORROWER_CONSENT: z.enum(['required', 'optional']).optional(),

  /**
   * The order in which payments are allocated, for loans that are offered or taken over from now on; the alternatives
   * are `INTEREST_PENALTY_PRINCIPAL` and `PENALTY_INTEREST_PRINCIPAL` ([decision
   * 0020](../decisions/0020-terms-of-a-loan.md)).
   */
  ALLOCATION_ORDER: z
    .enum(['INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL'])
    .default('INTEREST_PRINCIPAL_PENALTY'),

  /**
   * A payment above this multiple of what its loan can still owe requires `--yes`; without it such a line of a file is
   * refused.
   */
  PAYMENT_MULTIPLE: z.coerce.number().min(1).max(1_000_000).default(1.1),
  /** A payment or a disbursement dated more than this many days ago requires `--yes` too. */
  VALUE_DATE_DAYS: z.coerce.number().int().min(0).max(100_000).default(7),

  /**
   * How many hours after midnight in Jakarta the worker closes the previous day, so that the bank's files for it have
   * arrived. It continues from the first day that an operator closed.
   */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),

  /**
   * How many days after a repayment, a disbursement, a payout or a return to a payer was recorded its bank must list it;
   * after that it is a difference.
   */
  BANK_LINE_DAYS: z.coerce.number().int().min(1).max(31).default(3),
}

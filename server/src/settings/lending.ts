import * as z from 'zod'
import { percent, seconds } from '../platform/setting-fields.ts'

/** Fundings, loans and their days. */
export const lendingSettings = {
  /** how long a reservation waits for its signature */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** how much longer each reservation waits for every further one that is signed in the same row */
  SIGNATURE_SECONDS_EACH: seconds.default(60),
  /** for how many days a mandate to fund automatically is in force */
  MANDATE_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** how often the provider is asked about a document whose callback has not come */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /**
   * above which share of a lender's portfolio, in percent, the dialog of a funding warns: in one borrower, one loan type,
   * one grade; with 100 it never does
   */
  CONCENTRATION_BORROWER_PERCENT: percent.default(10),
  CONCENTRATION_LOAN_TYPE_PERCENT: percent.default(100),
  CONCENTRATION_GRADE_PERCENT: percent.default(100),

  /** how often loans are allocated to strategies of automatic funding; newly published loans do not wait for it */
  AUTO_FUNDING_ROUND_SECONDS: seconds.default(300),
  /** the share of a loan that automatic funding leaves to hand-picking, in percent, and for how many hours of its offer */
  AUTO_FUNDING_HAND_PERCENT: percent.default(40),
  AUTO_FUNDING_HAND_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),

  /**
   * what late payment costs, a day and at most, as fractions of the overdue and of the funded amount, of loans that are
   * offered from now on: it is kept with the loan, and its agreements say it
   */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /**
   * `required` or `optional`: whether a loan is offered only with its borrower's consent in
   * [the loan file](../loan-file.md). A loan that was offered before keeps what it had
   */
  BORROWER_CONSENT: z.enum(['required', 'optional']).optional(),

  /**
   * in what order payments are allocated, of loans that are offered or taken over from now on: also
   * `INTEREST_PENALTY_PRINCIPAL` or `PENALTY_INTEREST_PRINCIPAL` ([decision 0020](../decisions/0020-terms-of-a-loan.md))
   */
  ALLOCATION_ORDER: z
    .enum(['INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL'])
    .default('INTEREST_PRINCIPAL_PENALTY'),

  /** a payment above so many times what its loan can still owe asks for `--yes`; a line of a file is refused without it */
  PAYMENT_MULTIPLE: z.coerce.number().min(1).max(1_000_000).default(1.1),
  /** so does a payment or a disbursement of more than so many days ago */
  VALUE_DATE_DAYS: z.coerce.number().int().min(0).max(100_000).default(7),

  /**
   * how long after midnight in Jakarta the worker closes the day that is over, so that the bank's files of it are in; it
   * goes on from the first day that an operator closed
   */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),
}

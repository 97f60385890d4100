/** The kinds of lenders. Only a resident individual can be non-professional (SEOJK 19/SEOJK.05/2023). */
export const lenderKinds = [
  'INSTITUTION',
  'COMPANY',
  'INDIVIDUAL',
  'NON_RESIDENT',
  'GOVERNMENT',
  'MULTILATERAL',
] as const
export type LenderKind = (typeof lenderKinds)[number]

/** Whether the limit of such a lender depends on their yearly income. */
export const hasIncomeLimit = (kind: LenderKind): boolean => kind === 'INDIVIDUAL' || kind === 'NON_RESIDENT'

/** The limits that apply from a date on. Amounts are whole rupiah, shares are ppm; null means no such limit. */
export type LimitRule = {
  version: number
  /** The yearly income above which a resident individual is professional. */
  incomeBorder: number
  /** The maximum as a share of the lender's yearly income. */
  professionalIncomePpm: number | null
  nonProfessionalIncomePpm: number | null
  /**
   * The maximum as a share of the platform's outstanding loans, for each lender, and for each lender supervised by OJK.
   */
  lenderSharePpm: number | null
  supervisedSharePpm: number | null
  /** The maximum for all non-professional lenders together, as a share of the platform's outstanding loans. */
  nonProfessionalSharePpm: number | null
  /** The minimum base of the shares: they are taken of this amount while less is outstanding on the platform. */
  baseOutstanding: number
  /** Whether a person's age or marriage, and the check of the lender's identity, must be known. */
  asksIdentity: boolean
}

export type LenderClass = {
  version: number
  kind: LenderKind
  /** Yearly income in whole rupiah; only for individuals. */
  yearlyIncome: number | null
  supervised: boolean
  /** Whether the evidence is no longer valid on this business day. */
  expired: boolean
}

/** Whether a lender of this kind and income is professional under a rule. */
export const isProfessional = (
  { kind, yearlyIncome }: Pick<LenderClass, 'kind' | 'yearlyIncome'>,
  { incomeBorder }: Pick<LimitRule, 'incomeBorder'>,
): boolean => kind !== 'INDIVIDUAL' || (yearlyIncome ?? 0) > incomeBorder

/** A share in ppm of an amount in whole rupiah, rounded down; exact for every safe integer. */
export const partOf = (amount: number, ppm: number): number =>
  Number((BigInt(amount) * BigInt(ppm)) / 1_000_000n)

/** The outstanding sums before a funding, in whole rupiah; null if not read because no limit needs it. */
export type Outstanding = {
  lender: number | null
  platform: number | null
  nonProfessional: number | null
}

export type LimitCode =
  | 'FUNDING_ABOVE_INCOME_LIMIT'
  | 'FUNDING_ABOVE_LENDER_SHARE'
  | 'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE'

/** One limit of a lender: the maximum outstanding sum, and the current one. */
export type Limit = { code: LimitCode; most: number; used: number }

/** Why no limit can be computed, although the rule has one that depends on the class. */
export type ClassFault = 'LENDER_CLASS_MISSING' | 'INCOME_EVIDENCE_EXPIRED'

/**
 * Whether the class of a lender is missing or expired although the rule needs it. A lender without a class can still
 * fund if the rule only limits the share of each lender; they count as not supervised.
 */
export function classFault(rule: LimitRule, lenderClass: LenderClass | null): ClassFault | null {
  if (lenderClass === null) {
    const { professionalIncomePpm, nonProfessionalIncomePpm, nonProfessionalSharePpm } = rule
    const byClass = [professionalIncomePpm, nonProfessionalIncomePpm, nonProfessionalSharePpm]
    return byClass.some((ppm) => ppm !== null) ? 'LENDER_CLASS_MISSING' : null
  }
  const isNeeded = incomePpm(rule, lenderClass) !== null || rule.nonProfessionalSharePpm !== null
  return isNeeded && hasIncomeLimit(lenderClass.kind) && lenderClass.expired
    ? 'INCOME_EVIDENCE_EXPIRED'
    : null
}

const incomePpm = (rule: LimitRule, lenderClass: LenderClass): number | null =>
  !hasIncomeLimit(lenderClass.kind)
    ? null
    : isProfessional(lenderClass, rule)
      ? rule.professionalIncomePpm
      : rule.nonProfessionalIncomePpm

/**
 * The share of the platform's outstanding loans that one lender may have. The higher share of a supervised lender
 * requires valid evidence.
 */
const sharePpm = (rule: LimitRule, lenderClass: LenderClass | null): number | null =>
  lenderClass?.supervised && !lenderClass.expired ? rule.supervisedSharePpm : rule.lenderSharePpm

/**
 * The limits of a lender under a rule. The shares are of the sum outstanding before the funding.
 * @throws an error if a figure that a limit needs was not read
 */
export function limitsOf(
  rule: LimitRule,
  lenderClass: LenderClass | null,
  outstanding: Outstanding,
): Limit[] {
  const limits: Limit[] = []
  const base = () => Math.max(needed(outstanding.platform), rule.baseOutstanding)
  const income = lenderClass && incomePpm(rule, lenderClass)
  if (lenderClass && income !== null)
    limits.push({
      code: 'FUNDING_ABOVE_INCOME_LIMIT',
      most: partOf(needed(lenderClass.yearlyIncome), income),
      used: needed(outstanding.lender),
    })
  const share = sharePpm(rule, lenderClass)
  if (share !== null)
    limits.push({
      code: 'FUNDING_ABOVE_LENDER_SHARE',
      most: partOf(base(), share),
      used: needed(outstanding.lender),
    })
  const together = rule.nonProfessionalSharePpm
  if (lenderClass && together !== null && !isProfessional(lenderClass, rule))
    limits.push({
      code: 'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE',
      most: partOf(base(), together),
      used: needed(outstanding.nonProfessional),
    })
  return limits
}

function needed(figure: number | null): number {
  if (figure === null) throw new Error('a figure that a limit needs was not read')
  return figure
}

/** The remaining amount under a limit, never below zero. */
const roomIn = ({ most, used }: Limit): number => Math.max(0, most - used)

/** The tightest limit, with its remaining amount; null without any limit. */
export function tightest(limits: readonly Limit[]): { code: LimitCode; room: number } | null {
  const [first] = limits.toSorted((a, b) => roomIn(a) - roomIn(b))
  return first ? { code: first.code, room: roomIn(first) } : null
}

import type { AppliedLimits, Limit } from '../limits/index.ts'

const names = {
  FUNDING_ABOVE_INCOME_LIMIT: 'share of the yearly income',
  FUNDING_ABOVE_LENDER_SHARE: 'share of the platform’s outstanding',
  FUNDING_ABOVE_NON_PROFESSIONAL_SHARE: 'share of all non-professional lenders together',
} as const

/** Formats a limit with the amount that counts against it. */
export const formatLimit = ({ code, most, used }: Limit): string =>
  `${names[code]}: ${used} of ${most} outstanding`

/** Formats the limits that decided a funding. */
export const formatApplied = (found: AppliedLimits | null): string[] =>
  found === null
    ? ['decided without limits']
    : [
        `decided ${found.decidedAt.toISOString()} by version ${found.rule.version} of the limits, from ${found.holdsFrom}, ${
          found.lenderClass
            ? `as ${found.lenderClass.kind}, version ${found.lenderClass.version} of the class`
            : 'without a class'
        }`,
        ...found.limits.map((limit) => `before it ${formatLimit(limit)}`),
      ]

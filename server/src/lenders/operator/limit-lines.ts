import { momentText } from '../../operator/moment-text.ts'
import type { AppliedLimits } from '../limits/applied.ts'
import type { Limit } from '../limits/rule.ts'

const names = {
  FUNDING_ABOVE_INCOME_LIMIT: 'bagian dari penghasilan setahun',
  FUNDING_ABOVE_LENDER_SHARE: 'bagian dari sisa pendanaan platform',
  FUNDING_ABOVE_NON_PROFESSIONAL_SHARE: 'bagian seluruh Pemberi Dana nonprofesional',
} as const

export const formatLimit = ({ code, most, used }: Limit): string =>
  `${names[code]}: ${used} dari ${most} terpakai`

export const formatApplied = (found: AppliedLimits | null): string[] =>
  found === null
    ? ['diputuskan tanpa batas']
    : [
        `diputuskan ${momentText(found.decidedAt)} menurut versi ${found.rule.version} batas, sejak ${found.holdsFrom}, ${
          found.lenderClass
            ? `sebagai ${found.lenderClass.kind}, versi ${found.lenderClass.version} kelasnya`
            : 'tanpa kelas'
        }`,
        ...found.limits.map((limit) => `sebelumnya ${formatLimit(limit)}`),
      ]

import type { LimitRule } from './rule.ts'

export type NewLimitRule = Omit<LimitRule, 'version'> & {
  /** The first business day on which the rule applies. */
  holdsFrom: string
  reason: string
}

const inForce = {
  incomeBorder: 500_000_000,
  professionalIncomePpm: 200_000,
  nonProfessionalIncomePpm: 100_000,
  lenderSharePpm: 250_000,
  supervisedSharePpm: 750_000,
  nonProfessionalSharePpm: null,
  baseOutstanding: 0,
  asksIdentity: false,
}

/**
 * The limits required by law with the dates from which they apply: by yearly income (SEOJK 19/SEOJK.05/2023 and
 * 19/SEOJK.06/2025), by the platform's outstanding loans (POJK 40/2024), from 2027 on with age or marriage and a check of
 * the identity, and from 2028 on for all non-professional lenders together.
 */
export const legalLimits: readonly NewLimitRule[] = [
  { ...inForce, holdsFrom: '2025-07-31', reason: 'SEOJK 19/SEOJK.06/2025, POJK 40/2024' },
  {
    ...inForce,
    asksIdentity: true,
    holdsFrom: '2027-01-01',
    reason: 'SEOJK 19/SEOJK.06/2025: lenders of age or married, with their identity checked',
  },
  {
    ...inForce,
    asksIdentity: true,
    nonProfessionalSharePpm: 200_000,
    holdsFrom: '2028-01-01',
    reason: 'SEOJK 19/SEOJK.06/2025: the share of non-professional lenders',
  },
]

const names = {
  professionalIncomePpm: 'dari penghasilan setahun orang pribadi profesional',
  nonProfessionalIncomePpm: 'dari penghasilan setahun Pemberi Dana nonprofesional',
  lenderSharePpm: 'dari sisa pendanaan platform bagi tiap Pemberi Dana',
  supervisedSharePpm: 'dari sisa pendanaan platform bagi tiap Pemberi Dana yang diawasi OJK',
  nonProfessionalSharePpm: 'dari sisa pendanaan platform bagi seluruh Pemberi Dana nonprofesional',
} as const

const percent = (ppm: number): string => `${ppm / 10_000}%`

/** Describes each limit of a rule, for the operator. */
export const describeLimits = (rule: Omit<LimitRule, 'version'>): string[] => [
  ...Object.entries(names).flatMap(([field, name]) => {
    const ppm = rule[field as keyof typeof names]
    return ppm === null ? [] : [`${percent(ppm)} ${name}`]
  }),
  ...(rule.asksIdentity ? ['usia atau status kawin, dan pemeriksaan identitas'] : []),
]

/** Describes in which points a rule is looser than the law on that day, one text for each. */
export function beyondLaw(rule: Omit<LimitRule, 'version'>, day: string): string[] {
  const law = legalLimits.findLast(({ holdsFrom }) => holdsFrom <= day)
  if (!law) return []
  const looser = Object.entries(names).flatMap(([key, name]) => {
    const field = key as keyof typeof names
    const [legal, set] = [law[field], rule[field]]
    if (legal === null || (set !== null && set <= legal)) return []
    return [`${set === null ? 'tanpa batas' : percent(set)} ${name}, peraturan ${percent(legal)}`]
  })
  if (rule.incomeBorder < law.incomeBorder)
    looser.push(`profesional di atas penghasilan ${rule.incomeBorder}, peraturan ${law.incomeBorder}`)
  if (law.asksIdentity && !rule.asksIdentity)
    looser.push('tanpa usia atau status kawin dan tanpa pemeriksaan identitas, peraturan keduanya')
  if (rule.baseOutstanding > 0)
    looser.push(
      `bagian dari paling sedikit ${rule.baseOutstanding} rupiah, juga bila sisa pendanaan kurang dari itu`,
    )
  return looser
}

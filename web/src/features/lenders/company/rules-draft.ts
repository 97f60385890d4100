import { plainDigits } from '@pematang/contract/bare-number'
import {
  type CompanyRule,
  defaultRuleHours,
  mostRuleHours,
  type RuleSubject,
  ruleSubjects,
} from '@pematang/contract/lenders/company/rules'

/** A rule as it is typed: no decision, or of one or two people. */
export type RuleDraft = { deciders: '0' | '1' | '2'; from: number | null; hours: string }
export type RulesDraft = Record<RuleSubject, RuleDraft>

/** The subjects whose requests have a sum; the others are decided each time. */
export const hasSum = (subject: RuleSubject): boolean => subject !== 'PEOPLE' && subject !== 'STRATEGY'

const draftOf = (rule: CompanyRule | undefined): RuleDraft => ({
  deciders: rule === undefined ? '0' : rule.deciders === 2 ? '2' : '1',
  from: rule?.from ?? null,
  hours: String(rule?.hours ?? defaultRuleHours),
})

export const rulesDraft = (rules: readonly CompanyRule[]): RulesDraft =>
  Object.fromEntries(
    ruleSubjects.map((subject) => [subject, draftOf(rules.find((one) => one.subject === subject))]),
  ) as RulesDraft

/** Why the hours of a rule cannot be read, or null. */
export const hoursFault = ({ deciders, hours }: RuleDraft): string | null => {
  const typed = plainDigits(hours).trim()
  const isRead = /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= mostRuleHours
  return deciders === '0' || isRead ? null : `Isi 1 sampai ${mostRuleHours} jam.`
}

/** The rules that were typed; null while one cannot be read. */
export function rulesOf(draft: RulesDraft): CompanyRule[] | null {
  if (ruleSubjects.some((subject) => hoursFault(draft[subject]) !== null)) return null
  return ruleSubjects.flatMap((subject) => {
    const { deciders, from, hours } = draft[subject]
    if (deciders === '0') return []
    return [
      {
        subject,
        from: hasSum(subject) ? from : null,
        deciders: Number(deciders),
        hours: Number(plainDigits(hours)),
      },
    ]
  })
}

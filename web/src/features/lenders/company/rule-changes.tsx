import { type CompanyRule, ruleSubjects } from '@pematang/contract/lenders/company/rules'
import { useCompany } from '../../../company/use-company.ts'
import { subjectWords } from '../../../company/words.ts'
import { ChangeLines } from '../../../ui/change-lines.tsx'
import { ruleText } from './rule-words.ts'

/** Rules as they are proposed, with those in force before them where they differ. */
export function RuleChanges({ body }: { body: { rules?: unknown } }) {
  const now = useCompany().data?.rules ?? []
  const proposed = Array.isArray(body.rules) ? (body.rules as CompanyRule[]) : []
  const textOf = (rules: readonly CompanyRule[], subject: string) =>
    ruleText(rules.find((rule) => rule.subject === subject))
  return (
    <ChangeLines
      lines={ruleSubjects.map((subject) => {
        const [before, after] = [textOf(now, subject), textOf(proposed, subject)]
        return { label: subjectWords[subject].name, before: before === after ? null : before, after }
      })}
    />
  )
}

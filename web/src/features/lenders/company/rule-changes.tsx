import { type CompanyRule, ruleSubjects } from '@pematang/contract/lenders/company/rules'
import { useCompany } from '../../../company/use-company.ts'
import { subjectWords } from '../../../company/words.ts'
import { ChangeLines } from '../../../ui/change-lines.tsx'
import { factorDayText, ruleText } from './rule-words.ts'

/** Rules as they are proposed, with those in force before them where they differ. */
export function RuleChanges({ body }: { body: { rules?: unknown; factorFrom?: unknown } }) {
  const { rules: now = [], factorFrom = null } = useCompany().data ?? {}
  const proposed = Array.isArray(body.rules) ? (body.rules as CompanyRule[]) : []
  const textOf = (rules: readonly CompanyRule[], subject: string) =>
    ruleText(rules.find((rule) => rule.subject === subject))
  return (
    <ChangeLines
      lines={[
        ...ruleSubjects.map((subject) =>
          lineOf(subjectWords[subject].name, textOf(now, subject), textOf(proposed, subject)),
        ),
        // A change that says nothing about it leaves it as it is.
        ...(body.factorFrom === undefined
          ? []
          : [
              lineOf(
                'Verifikasi dua langkah',
                factorDayText(factorFrom),
                factorDayText(typeof body.factorFrom === 'string' ? body.factorFrom : null),
              ),
            ]),
      ]}
    />
  )
}

const lineOf = (label: string, before: string, after: string) => ({
  ...{ label, after },
  before: before === after ? null : before,
})

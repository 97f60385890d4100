import { useId } from 'react'
import { RequirementList } from '../../../requirements/requirement-list.tsx'
import type { Requirement } from '../../../requirements/requirements.ts'
import { Card } from '../../../ui/card.tsx'
import { ContactLine } from '../../../requirements/contact-links.tsx'

/** What the account of the lender still needs, at least one part. */
export function RequirementsCard({ list }: { list: readonly Requirement[] }) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className="p-5 md:p-6">
      <h2 id={heading} className="text-section font-semibold">
        Lengkapi akun Anda
      </h2>
      <RequirementList list={list} />
      <ContactLine />
    </Card>
  )
}

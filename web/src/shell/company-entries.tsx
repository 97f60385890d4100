import { useIsCompany } from '../company/member.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'

const CompanyLinks = lazyPart(() => import('./company-links.tsx').then((module) => module.CompanyLinks))

/** The entries of a company in the navigation. Other lenders do not load their code. */
export const CompanyEntries = ({ place }: { place: 'sidebar' | 'bottom' }) =>
  useIsCompany() ? (
    <Part notLoaded={() => null}>
      <CompanyLinks place={place} />
    </Part>
  ) : null

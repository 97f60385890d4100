import { useSearchParams } from 'react-router'
import { CompanyScreen } from '../features/lenders/company/company-screen.tsx'

/** The people of a company, its rules and activity; the part is in the URL. */
export default function Company() {
  const [search] = useSearchParams()
  return <CompanyScreen part={search.get('bagian')} />
}

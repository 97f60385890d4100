import { useQuery } from '@tanstack/react-query'
import { RequirementsCard } from '../../features/reports/summary/index.ts'
import { requirementsQuery } from '../../requirements/requirements.ts'

/** What the account still needs, until all of it is there. */
export function AccountRequirements() {
  const { data: list = [] } = useQuery(requirementsQuery)
  return list.length > 0 && <RequirementsCard list={list} />
}

import { useQuery } from '@tanstack/react-query'
import { requirementsQuery } from '../../requirements/requirements.ts'
import { lazyPart, Part } from '../../ui/lazy-part.tsx'

const RequirementsCard = lazyPart(() =>
  import('../../features/reports/summary/requirements-card.tsx').then((module) => module.default),
)

/** What the account still needs, until all of it is there. */
export function AccountRequirements() {
  const { data: list = [] } = useQuery(requirementsQuery)
  if (list.length === 0) return null
  return (
    <Part notLoaded={() => null}>
      <RequirementsCard list={list} />
    </Part>
  )
}

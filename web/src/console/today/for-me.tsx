import { Link } from '../../ui/link.tsx'
import { useCall } from '../api/use-call.ts'
import { Section } from '../../ui/section.tsx'
import { paths } from '../paths.ts'
import { ProposalTable } from '../proposals/proposal-table.tsx'

const most = 5

/** The proposals that wait for this person, first those typed in their name; the others are on the page of proposals. */
export function ForMe() {
  const rows = useCall('GET /approvals', { for: 'me', limit: '100' }).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section
      title="Menunggu Anda"
      count={rows.length}
      flush
      aside={
        <Link to={paths.proposals} className="text-table font-medium text-brand hover:underline">
          Semua usulan
        </Link>
      }
    >
      <ProposalTable rows={rows.slice(0, most)} />
    </Section>
  )
}

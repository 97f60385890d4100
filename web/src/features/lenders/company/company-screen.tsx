import { isNotFound } from '../../../api/errors.ts'
import { ComingRows } from '../../../company/loaded-rows.tsx'
import { useCompany } from '../../../company/use-company.ts'
import { roleNames } from '../../../company/words.ts'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Activity } from './activity.tsx'
import { People } from './people.tsx'
import { Rules } from './rules.tsx'

const parts = [
  { to: paths.company, label: 'Orang' },
  { to: `${paths.company}?bagian=aturan`, label: 'Aturan' },
  { to: `${paths.company}?bagian=aktivitas`, label: 'Aktivitas' },
] as const

/** The screen Perusahaan: its people, its rules, and what they did. */
export function CompanyScreen({ part }: { part: string | null }) {
  const query = useCompany()
  const company = query.data
  const current = parts.find(({ to }) => to.endsWith(`=${part}`)) ?? parts[0]
  if (!company)
    return (
      <>
        <PageHead title="Perusahaan" />
        <Card>
          {query.isLoading ? (
            <ComingRows count={6} />
          ) : query.error === null || isNotFound(query.error) ? (
            <EmptyState picture="list" title="Akun ini bukan akun perusahaan">
              Anggota, peran, dan aturan persetujuan hanya ada pada akun perusahaan.
            </EmptyState>
          ) : (
            <NotLoaded title="Perusahaan belum dapat dimuat" query={query} />
          )}
        </Card>
      </>
    )
  const { me } = company
  return (
    <>
      <PageHead
        title="Perusahaan"
        lead={`${company.name} · Anda: ${roleNames(me.roles)}${me.isSignatory ? ', penanda tangan' : ''}`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <LinkTabs label="Bagian perusahaan" tabs={parts} current={current.to} />
        {current === parts[0] && <People people={company.people} factorFrom={company.factorFrom} />}
        {current === parts[1] && (
          <Rules rules={company.rules} people={company.people} factorFrom={company.factorFrom} />
        )}
        {current === parts[2] && <Activity />}
      </div>
    </>
  )
}

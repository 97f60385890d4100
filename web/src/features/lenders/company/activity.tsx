import type { CompanyActivity } from '@pematang/contract/lenders/company/endpoints'
import { api } from '../../../api/client.ts'
import { LoadedRows } from '../../../company/loaded-rows.tsx'
import { useRows } from '../../../company/use-rows.ts'
import { ExportMenu } from '../../../lists/export-menu.tsx'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { momentText } from '../../../parts/moment-text.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel, type StatusTone } from '../../../ui/status-label.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { factorDayText } from './rule-words.ts'
import { activityName } from './activity-words.ts'

/** How it ended; any other code is that of a refusal. */
const outcomes: Record<string, readonly [StatusTone, string]> = {
  done: ['ok', 'Berhasil'],
  PROPOSED: ['warn', 'Menunggu rekan'],
  PROPOSAL_AGREED: ['warn', 'Menunggu rekan'],
}

const columns: Column<CompanyActivity>[] = [
  { label: 'Waktu', cell: ({ at }) => <span className="figures">{momentText(at)}</span> },
  {
    label: 'Tindakan',
    isName: true,
    cell: ({ operation, proposal, factorFrom }) => (
      <>
        {activityName(operation)}
        {proposal !== null && (
          <Link
            to={paths.proposal(proposal)}
            className="figures ml-2 font-normal text-brand underline underline-offset-2"
          >
            {`usulan ${proposal}`}
          </Link>
        )}
        {factorFrom !== null && (
          <span className="block font-normal text-mute">
            {`Verifikasi dua langkah: ${factorDayText(factorFrom.before)} → ${factorDayText(factorFrom.after)}`}
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Jumlah',
    isFigure: true,
    cell: ({ amount }) =>
      amount === null ? <span className="text-mute">–</span> : <Money amount={amount} />,
  },
  { label: 'Oleh', cell: ({ who }) => who },
  {
    label: 'Dari',
    cell: ({ source }) => <span className="figures text-mute">{source ?? '–'}</span>,
  },
  {
    label: 'Hasil',
    cell: ({ outcome }) => {
      const [tone, word] = outcomes[outcome] ?? (['bad', 'Ditolak'] as const)
      return <StatusLabel tone={tone}>{word}</StatusLabel>
    },
  },
]

/** Who of the company did what, when and from where. */
export function Activity() {
  const query = useRows<CompanyActivity>(['activity'], (after, signal) =>
    api('GET /company/activity', { query: after ? { after } : {}, signal, quiet: true }),
  )
  return (
    <Section
      title="Aktivitas"
      flush
      aside={
        <ExportMenu
          what="Aktivitas"
          load={(format) => api('GET /company/activity/export', { query: { format } })}
        />
      }
    >
      <LoadedRows
        query={query}
        failed="Aktivitas belum dapat dimuat"
        empty={
          <EmptyState picture="list" title="Belum ada aktivitas">
            Yang dilakukan anggota perusahaan tercatat di sini.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Aktivitas"
            rows={rows.map((row, place) => ({ ...row, place }))}
            keyOf={({ place }) => place}
            refreshing={query.isPlaceholderData}
            columns={columns}
          />
        )}
      </LoadedRows>
    </Section>
  )
}

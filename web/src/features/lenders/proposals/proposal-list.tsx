import type { CompanyProposalRow } from '@pematang/contract/lenders/company/endpoints'
import { LoadedRows } from '../../../company/loaded-rows.tsx'
import { callName } from '../../../company/words.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { momentText, timeLeft } from '../../../parts/moment-text.ts'
import { Money } from '../../../ui/money.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { useProposals, type View } from './queries.ts'
import { makerText } from './maker-text.ts'
import { StateLabel } from './state-label.tsx'

const views: readonly { name: View; label: string; empty: string; why: string }[] = [
  {
    name: 'me',
    label: 'Untuk saya',
    empty: 'Tidak ada usulan yang menunggu keputusan Anda',
    why: 'Usulan rekan muncul di sini, dan Anda diberi tahu lewat notifikasi dan email.',
  },
  {
    name: 'mine',
    label: 'Usulan saya',
    empty: 'Anda belum mengajukan apa pun',
    why: 'Yang menurut aturan perusahaan memerlukan keputusan rekan menjadi usulan, bukan langsung dilakukan.',
  },
  {
    name: 'all',
    label: 'Semua',
    empty: 'Belum ada usulan',
    why: 'Usulan muncul setelah perusahaan membuat aturan persetujuan, atau diajukan oleh sistemnya.',
  },
]

const addressOf = (name: View) => (name === 'me' ? paths.proposals : `${paths.proposals}?untuk=${name}`)

const columns: Column<CompanyProposalRow>[] = [
  {
    label: 'Usulan',
    isName: true,
    cell: ({ number, call }) => (
      <Link to={paths.proposal(number)} className="hover:underline @min-[44rem]:whitespace-nowrap">
        <span className="figures mr-1.5 font-normal text-mute">{number}</span> {callName(call)}
      </Link>
    ),
  },
  {
    label: 'Jumlah',
    isFigure: true,
    cell: ({ amount }) =>
      amount === null ? <span className="text-mute">–</span> : <Money amount={amount} />,
  },
  { label: 'Pengusul', cell: makerText },
  { label: 'Diajukan', cell: ({ at }) => <span className="figures">{momentText(at)}</span> },
  {
    label: 'Keadaan',
    cell: ({ state, until, agreed, needed }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 @min-[44rem]:justify-start">
        <StateLabel state={state} />
        {state === 'WAITING' && (
          <span className="figures text-meta text-mute">
            {`${timeLeft(until)}${needed > 1 ? ` · ${agreed} dari ${needed} setuju` : ''}`}
          </span>
        )}
      </span>
    ),
  },
]

/** The proposals of a company: for me, mine, all. */
export function ProposalList({ asked }: { asked: string | null }) {
  const view = views.find(({ name }) => name === asked) ?? views[0]
  const query = useProposals(view?.name ?? 'me')
  if (!view) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LinkTabs
        label="Usulan"
        tabs={views.map(({ name, label }) => ({ to: addressOf(name), label }))}
        current={addressOf(view.name)}
      />
      <div className="overflow-hidden rounded-card bg-surface shadow-card">
        <LoadedRows
          query={query}
          failed="Usulan belum dapat dimuat"
          empty={
            <EmptyState picture="list" title={view.empty}>
              {view.why}
            </EmptyState>
          }
        >
          {(rows) => (
            <Table
              caption="Usulan"
              rows={rows}
              keyOf={({ number }) => number}
              refreshing={query.isPlaceholderData}
              columns={columns}
            />
          )}
        </LoadedRows>
      </div>
    </div>
  )
}

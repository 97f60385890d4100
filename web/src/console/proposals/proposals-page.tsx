import type { ProposalRow } from '@pematang/contract/staff/proposals'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { useRows } from '../api/use-rows.ts'
import { Lines, Loaded } from '../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useMay } from '../session/me.ts'
import { DecideSeveral } from './decide-several.tsx'
import { ProposalTable } from './proposal-table.tsx'

const views = [
  { name: 'me', label: 'Untuk saya', empty: 'Tidak ada usulan yang menunggu Anda.' },
  { name: 'mine', label: 'Usulan saya', empty: 'Anda belum mengajukan apa pun.' },
  { name: 'all', label: 'Semua', empty: 'Belum ada usulan.' },
] as const

/** No more than these are decided with one signature. */
const most = 50

/** What waits for a second pair of eyes: for me, mine, all. */
export function ProposalsPage() {
  const [search] = useSearchParams()
  const view = views.find(({ name }) => name === search.get('untuk')) ?? views[0]
  const query = useRows('GET /approvals', { for: view.name })
  const mayDecide = useMay('DECIDE') && view.name === 'me'
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [deciding, setDeciding] = useState<readonly number[]>([])
  const here = chosen.filter((number) => query.rows?.some((row) => row.number === number))
  const address = (name: string) => (name === 'me' ? paths.proposals : `${paths.proposals}?untuk=${name}`)
  const choose = ({ number }: ProposalRow, isChosen: boolean) =>
    setChosen((before) =>
      isChosen ? [...before, number].slice(0, most) : before.filter((one) => one !== number),
    )
  return (
    <Page title="Persetujuan">
      <LinkTabs
        label="Usulan"
        tabs={views.map(({ name, label }) => ({ to: address(name), label }))}
        current={address(view.name)}
      />
      <div className="rounded-card bg-surface shadow-card">
        {query.rows === undefined ? (
          query.error ? (
            <Loaded query={query} what="Daftar usulan">
              {() => null}
            </Loaded>
          ) : (
            <Lines count={6} />
          )
        ) : query.rows.length === 0 ? (
          <EmptyState picture="list" title={view.empty}>
            {view.name === 'me' ? 'Usulan rekan muncul di sini, dan Anda diberi tahu lewat e-mail.' : null}
          </EmptyState>
        ) : (
          <ProposalTable
            rows={query.rows}
            refreshing={query.isPlaceholderData}
            {...(mayDecide && { chosen: here, onChoose: choose })}
          />
        )}
        <MoreRows query={query} />
      </div>
      {mayDecide && here.length > 0 && (
        <div className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-pop md:bottom-4">
          <p role="status" className="text-table font-medium">{`${here.length} usulan dipilih`}</p>
          <div className="flex gap-2">
            <Button variant="secondary" onClick={() => setChosen([])}>
              Kosongkan
            </Button>
            <Button onClick={() => setDeciding(here)}>Baca dan setujui</Button>
          </div>
        </div>
      )}
      <DecideSeveral
        numbers={deciding}
        onClose={() => {
          setDeciding([])
          setChosen([])
        }}
      />
    </Page>
  )
}

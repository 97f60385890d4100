import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import { CheckCheck } from 'lucide-react'
import { useEffect } from 'react'
import { endOfPages, MoreFailed } from '../../../lists/card-list.tsx'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { NothingFound } from '../../../lists/nothing-found.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { NoticeRow, type RowActions } from './notice-row.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type CentreFilter, useCentreNotices, useReadAll, useReadNotice } from './queries.ts'
import { noticesChanged, useHeard } from './state.ts'
import { categories, categoryLabels } from './words.ts'

type Props = Pick<RowActions, 'onProfile'> & {
  filter: CentreFilter
  onFilter: (filter: CentreFilter) => void
}

const options: { value: NoticeCategory | ''; label: string }[] = [
  { value: '', label: 'Semua jenis' },
  ...categories.map((value) => ({ value, label: categoryLabels[value] })),
]

/** The list of all notices of a lender, filtered by category or unread ones. */
export function NoticeCentre({ filter, onFilter, onProfile }: Props) {
  const query = useCentreNotices(filter)
  const readAll = useReadAll()
  const [first] = query.data ?? []
  const { unread } = useHeard()
  // Polls at once, so that the number on the bell is updated together with the list.
  useEffect(noticesChanged, [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <search
        aria-label="Filter notifikasi"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-6"
      >
        <Select
          label="Jenis notifikasi"
          hideLabel
          value={filter.category}
          options={options}
          onChange={(category) => onFilter({ ...filter, category })}
          className="w-full sm:w-64"
        />
        <Switch checked={filter.unread} onChange={(only) => onFilter({ ...filter, unread: only })}>
          Belum dibaca saja
        </Switch>
        <Button
          variant="quiet"
          className="-mr-3 ml-auto px-3! max-sm:text-table"
          icon={<CheckCheck size={18} aria-hidden className="max-sm:hidden" />}
          disabled={!first || (unread === 0 && query.data?.every(({ isRead }) => isRead))}
          busy={readAll.isPending}
          onClick={() => first && readAll.mutate({ upTo: first.id, category: filter.category })}
        >
          Tandai semua dibaca
        </Button>
      </search>
      <Card className="overflow-clip">
        <List filter={filter} query={query} onFilter={onFilter} onProfile={onProfile} />
      </Card>
      <MoreFailed query={query} />
    </div>
  )
}

type ListProps = Props & { query: ReturnType<typeof useCentreNotices> }

function List({ filter, query, onFilter, onProfile }: ListProps) {
  const read = useReadNotice()
  const { data, error } = query
  if (!data && error) return <NotLoaded title="Notifikasi belum dapat dimuat" query={query} />
  if (!data) return <ListSkeleton rows={6} />
  if (data.length === 0) {
    return filter.category !== '' || filter.unread ? (
      <NothingFound
        reason={
          filter.unread ? 'Semua notifikasi di sini sudah Anda baca.' : 'Belum ada notifikasi dari jenis ini.'
        }
        onReset={() => onFilter({ category: '', unread: false })}
      />
    ) : (
      <EmptyState picture="list" title="Belum ada notifikasi">
        Kabar tentang dana, pendanaan, dan akun Anda akan tampil di sini.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Notifikasi" className="hairlines">
      {data.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onRead={read.mutate} onProfile={onProfile} />
      ))}
      {endOfPages(query, <ListSkeleton rows={1} />)}
    </ul>
  )
}

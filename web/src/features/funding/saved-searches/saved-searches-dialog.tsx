import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { useState } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { type SavedSearch, useSavedSearches } from './queries.ts'
import { SaveForm } from './save-form.tsx'
import { SearchRow } from './search-row.tsx'

export type SavedSearchesProps = {
  /** The search on the screen, or null when no filter is set. */
  current: MarketplaceFilters | null
  /** Describes a search in one line. */
  describe: (filters: MarketplaceFilters) => string
  onApply: (filters: MarketplaceFilters) => void
}

/** Saves the search on the screen under a name; applies, renames and deletes saved ones. */
export function SavedSearchesDialog(props: SavedSearchesProps & { onClosed: () => void }) {
  const { current, describe, onApply, onClosed } = props
  const [open, setOpen] = useState(true)
  const query = useSavedSearches()
  const { searches, restored, remove, restore } = useWithDeleted(query.data)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title="Pencarian tersimpan"
      description="Filter dan urutan dengan nama. Hanya Anda yang melihatnya."
    >
      <SaveForm current={current} describe={describe} saved={query.data} />
      {query.isPending && <ComingSearches />}
      {query.isError && !query.data && <LoadFailure query={query} className="mt-5 gap-3" />}
      {query.data && searches.length === 0 && (
        <p className="mt-5 border-t border-line pt-5 text-mute">Belum ada pencarian tersimpan.</p>
      )}
      {searches.length > 0 && (
        <ul aria-label="Pencarian tersimpan" className="hairlines mt-5 border-t border-line">
          {searches.map(({ search, isDeleted }) => (
            <li key={search.savedSearchId}>
              <SearchRow
                search={search}
                text={describe(search.filters)}
                isDeleted={isDeleted}
                isRestored={search.name === restored}
                onApply={() => {
                  onApply(search.filters)
                  setOpen(false)
                }}
                onDeleted={() => remove(search)}
                onRestored={() => restore(search)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** The searches including those just deleted, which can be restored until the dialog closes. */
function useWithDeleted(saved: readonly SavedSearch[] | undefined) {
  const [deleted, setDeleted] = useState<readonly SavedSearch[]>([])
  /** The name of the search restored last: saving it again gave it another id. */
  const [restored, setRestored] = useState<string | null>(null)
  const isDeleted = ({ savedSearchId }: SavedSearch) =>
    deleted.some((search) => search.savedSearchId === savedSearchId)
  const searches = [...(saved ?? []).filter((search) => !isDeleted(search)), ...deleted]
    .sort((a, b) => a.name.localeCompare(b.name, 'id'))
    .map((search) => ({ search, isDeleted: isDeleted(search) }))
  return {
    searches,
    restored,
    remove: (search: SavedSearch) => {
      setDeleted([...deleted, search])
      setRestored(null)
    },
    restore: ({ savedSearchId, name }: SavedSearch) => {
      setDeleted(deleted.filter((search) => search.savedSearchId !== savedSearchId))
      setRestored(name)
    },
  }
}

const ComingSearches = () => (
  <Loading label="Memuat pencarian tersimpan…">
    <div className="mt-5 grid gap-2 border-t border-line py-4">
      <Skeleton className="h-4.5 w-40" />
      <Skeleton className="h-4 w-64 max-w-full" />
    </div>
  </Loading>
)

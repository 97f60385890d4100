import type { Pagination as PageInfo } from '@pematang/contract/fields'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, type To } from 'react-router'
import { NotLoaded } from '../../lists/not-loaded.tsx'
import { NothingFound } from '../../lists/nothing-found.tsx'
import { Card } from '../../ui/card.tsx'
import { countText } from '../../ui/count-text.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { useAboveKnown } from './above-known.ts'
import { listState } from './list-state.ts'

type ListPage = { list: unknown[]; pagination: PageInfo }

type Props<Page extends ListPage> = {
  /** The noun for the items in a sentence: `pinjaman`. */
  what: string
  query: UseQueryResult<Page>
  page: number
  toPage: (page: number) => To
  skeleton: ReactNode
  /** Renders the rows; `refreshing` is true while they are still those of the previous page or filter. */
  renderRows: (page: Page, refreshing: boolean) => ReactNode
  /** Shown when there is no data at all, also without a filter. */
  empty: ReactNode
  filtered: boolean
  onReset: () => void
}

/**
 * One page of a list in each of its states: loading, failed (an empty list that can be retried, never a crash), no
 * data, no match for this filter, rows with pagination. A page beyond the last redirects to the last.
 */
export function ListSection<Page extends ListPage>(props: Props<Page>) {
  const { what, query, page, toPage, skeleton, renderRows, empty, filtered, onReset } = props
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [page])

  // Rows render in several steps, so that a phone stays responsive. Until then the skeleton or the previous rows stay.
  const drawn = useDeferredValue(query.data, undefined)
  const data = query.data && drawn
  const isAboveKnown = useAboveKnown(data !== undefined)
  const state = listState({ ...query, data }, page)
  if (state === 'failed') {
    return (
      <Card>
        <NotLoaded title={`Daftar ${what} belum dapat dimuat`} query={query} />
      </Card>
    )
  }
  if (state === 'pending' || !data || !isAboveKnown) return skeleton
  const { pagination } = data
  if (state === 'beyond') return <Navigate to={toPage(pagination.totalPage)} replace />

  return (
    <div ref={top} className="grid scroll-mt-[calc(var(--topbar-height)+1rem)] gap-4">
      <output className="sr-only">
        {query.isPlaceholderData ? 'Memuat…' : `${countText(pagination.totalData)} ${what}`}
      </output>
      {state === 'rows' ? (
        renderRows(data, query.isPlaceholderData)
      ) : (
        <Card>
          {filtered ? (
            <NothingFound reason={`Tidak ada ${what} yang cocok dengan filter ini.`} onReset={onReset} />
          ) : (
            empty
          )}
        </Card>
      )}
      <Pagination page={page} totalPage={pagination.totalPage} to={toPage} />
    </div>
  )
}

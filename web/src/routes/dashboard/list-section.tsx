import type { Pagination as PageInfo } from '@pematang/contract/fields'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, type To } from 'react-router'
import { NotLoaded } from '../../lists/not-loaded.tsx'
import { NothingFound } from '../../lists/nothing-found.tsx'
import { Card } from '../../ui/card.tsx'
import { Pagination } from '../../ui/pagination.tsx'

type Props<Row> = {
  query: UseQueryResult<{ list: Row[]; pagination: PageInfo }>
  page: number
  toPage: (page: number) => To
  skeleton: ReactNode
  /** Draws the rows; `refreshing` while they are those of the page or filter before. */
  renderRows: (rows: Row[], refreshing: boolean) => ReactNode
  /** Shown when there is no data at all. */
  empty: ReactNode
  filtered: boolean
  onReset: () => void
}

/**
 * One page of a list in each of its states: on its way, failed (an empty list that can be tried again, never a
 * crash), nothing there, nothing under this filter, rows with pagination. A page beyond the last leads to the last.
 */
export function ListSection<Row>(props: Props<Row>) {
  const { query, page, toPage, skeleton, renderRows, empty, filtered, onReset } = props
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [page])

  if (query.isPending) return skeleton
  if (query.isError && !query.data) {
    return (
      <Card>
        <NotLoaded title="Data belum dapat dimuat" query={query} />
      </Card>
    )
  }
  const { list, pagination } = query.data
  if (
    list.length === 0 &&
    pagination.totalPage > 0 &&
    page > pagination.totalPage &&
    !query.isPlaceholderData
  )
    return <Navigate to={toPage(pagination.totalPage)} replace />

  return (
    <div ref={top} className="grid scroll-mt-[calc(var(--topbar-height)+1rem)] gap-4">
      <output className="sr-only">
        {query.isPlaceholderData ? 'Memuat…' : `${pagination.totalData} data`}
      </output>
      {list.length > 0 ? (
        renderRows(list, query.isPlaceholderData)
      ) : (
        <Card>
          {filtered ? (
            <NothingFound reason="Tidak ada data yang cocok dengan filter ini." onReset={onReset} />
          ) : (
            empty
          )}
        </Card>
      )}
      <Pagination page={page} totalPage={pagination.totalPage} to={toPage} />
    </div>
  )
}

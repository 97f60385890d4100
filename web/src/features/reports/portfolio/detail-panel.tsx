import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useReached } from '../../../lists/use-reached.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

/** Rows fetched so far, their total number, and how many come before the fetched ones. */
export type Detail<Row> = { rows: Row[]; totalData: number; before: number }

/** Marks the row that a panel scrolls to first. */
export const startHere = { 'data-start': true } as const

/** With more rows than this a panel is limited to 445 px and scrolls (specification, section 9). */
const rowsAtFullHeight = 5

type Props<Row> = {
  /** The name of the list and its item, e.g. 'Angsuran PJM-0007'. */
  label: string
  query: UseInfiniteQueryResult<Detail<Row>>
  /** The approximate number of rows, while none has loaded. */
  expected: number
  headings: readonly { label: string; className?: string }[]
  renderRow: (row: Row) => ReactNode
  /** Shown when there are no rows. */
  empty: string
}

/** Scrolls a panel to its starting row when its rows have loaded. */
function useStart(panel: RefObject<HTMLElement | null>, hasRows: boolean) {
  useLayoutEffect(() => {
    const shown = panel.current
    const start = hasRows ? shown?.querySelector('[data-start]') : null
    if (!start || !shown) return
    // The starting row must be visible below the sticky headings.
    const headings = shown.querySelector('th')?.getBoundingClientRect().height ?? 0
    const place = start.getBoundingClientRect().top - shown.getBoundingClientRect().top
    shown.scrollBy({ top: place - headings, behavior: 'instant' })
  }, [panel, hasRows])
}

/** Whether to report a failure. Rows that are already shown stay, so a failed refetch of them is not reported. */
const hasFailed = <Row,>(query: UseInfiniteQueryResult<Detail<Row>>) =>
  query.isFetchNextPageError || query.isFetchPreviousPageError || (query.isError && !query.data)

/**
 * The list below an expanded row, fetched in pages: the next page when the panel is scrolled to its bottom. A table if
 * there is room for it, otherwise cards.
 */
export function DetailPanel<Row>(props: Props<Row>) {
  const { label, query } = props
  const panel = useRef<HTMLElement>(null)
  const { data } = query
  const failed = hasFailed(query)
  const scrolls = (data?.totalData ?? props.expected) > rowsAtFullHeight
  useStart(panel, data !== undefined)
  return (
    <section
      ref={panel}
      aria-label={label}
      aria-busy={query.isFetching}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
      tabIndex={scrolls ? 0 : undefined}
      className={cx(
        '@container relative rounded-[inherit] -outline-offset-2',
        scrolls && 'max-h-[445px] overflow-y-auto',
        // Scrolling on at the bottom while more rows load must not scroll the page.
        query.hasNextPage && 'overscroll-y-contain',
      )}
    >
      {data && data.before > 0 && <Earlier query={query} before={data.before} />}
      {data ? (
        <Shown {...props} {...data} />
      ) : (
        !failed && <Bones count={Math.min(props.expected, rowsAtFullHeight + 1)} />
      )}
      {failed && <Failed query={query} />}
      {data && query.hasNextPage && !failed && <More query={query} data={data} panel={panel} />}
    </section>
  )
}

type ShownProps<Row> = Pick<Props<Row>, 'label' | 'headings' | 'renderRow' | 'empty'> & Detail<Row>

function Shown<Row>({ label, headings, renderRow, empty, rows, totalData }: ShownProps<Row>) {
  if (rows.length === 0) return <p className="px-4 py-6 text-table text-mute @min-[46rem]:px-5">{empty}</p>
  return (
    <>
      <output className="sr-only">
        {rows.length} dari {totalData} baris ditampilkan
      </output>
      <table
        role="table"
        className="block w-full text-left text-table @min-[46rem]:table @min-[46rem]:border-collapse"
      >
        <caption className="sr-only">{label}</caption>
        <thead role="rowgroup" className="hidden @min-[46rem]:table-header-group">
          <tr role="row">
            {headings.map((heading) => (
              <th
                key={heading.label}
                role="columnheader"
                scope="col"
                className={cx(
                  'sticky top-0 z-1 h-10 bg-sunken px-2 text-meta font-medium whitespace-nowrap text-mute',
                  heading.className,
                )}
              >
                {heading.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @min-[46rem]:table-row-group">
          {rows.map(renderRow)}
        </tbody>
      </table>
    </>
  )
}

/** A button that loads the rows before those that are shown. */
function Earlier<Row>({ query, before }: Pick<Props<Row>, 'query'> & { before: number }) {
  return (
    <Button
      variant="quiet"
      className="mx-1 px-3! text-table"
      icon={<ChevronUp aria-hidden className="size-4" />}
      busy={query.isFetchingPreviousPage}
      onClick={() => query.fetchPreviousPage()}
    >
      Tampilkan {before} baris sebelumnya
    </Button>
  )
}

function Failed<Row>({ query }: Pick<Props<Row>, 'query'>) {
  const { data, error, isFetching, isFetchPreviousPageError, fetchNextPage, fetchPreviousPage, refetch } =
    query
  const again = () => {
    if (!data) return refetch()
    return isFetchPreviousPageError ? fetchPreviousPage() : fetchNextPage()
  }
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-2 px-4 py-3 text-table text-mute @min-[46rem]:px-5"
    >
      {messageOf(error)}
      <Button variant="quiet" className="px-3! text-table" busy={isFetching} onClick={again}>
        Coba lagi
      </Button>
    </p>
  )
}

type MoreProps<Row> = Pick<Props<Row>, 'query'> & {
  data: Detail<Row>
  panel: RefObject<HTMLElement | null>
}

/** Placeholder for the remaining rows; loads them when its end comes into view. */
function More<Row>({ query: { isFetching, fetchNextPage }, data, panel }: MoreProps<Row>) {
  return (
    <>
      <Bones count={1} />
      <p
        aria-hidden
        className="sticky bottom-0 border-t border-line bg-sunken px-4 py-1.5 text-meta text-mute @min-[46rem]:px-5"
      >
        {data.before + data.rows.length} dari {data.totalData}, gulir untuk melihat lainnya
      </p>
      {!isFetching && (
        // A new key for each page, so that the end element is observed again even if it came into view during another
        // call.
        <Bottom key={data.rows.length} panel={panel} onReached={() => void fetchNextPage()} />
      )}
    </>
  )
}

type BottomProps = { panel: RefObject<HTMLElement | null>; onReached: () => void }

/** The last pixel of a panel; reports when it is visible. */
function Bottom({ panel, onReached }: BottomProps) {
  const place = useRef<HTMLDivElement>(null)
  useReached(place, onReached, { root: panel })
  return <div ref={place} aria-hidden className="-mt-px h-px" />
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder rows with the size of the real ones. */
function Bones({ count }: { count: number }) {
  return (
    <Loading>
      {places.slice(0, count).map((place) => (
        <div
          key={place}
          data-skeleton
          className="flex h-[154px] items-start justify-between gap-6 border-t border-line p-4 @min-[46rem]:h-[68px] @min-[46rem]:items-center @min-[46rem]:px-5 @min-[46rem]:py-0"
        >
          <span className="grid gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-20" />
          </span>
          <Skeleton className="hidden h-4 w-28 @min-[46rem]:block" />
          <Skeleton className="hidden h-4 w-28 @min-[46rem]:block" />
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </Loading>
  )
}

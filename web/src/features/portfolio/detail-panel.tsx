import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useReached } from '../../lists/use-reached.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Rows that were fetched so far, and how many there are in all. */
export type Detail<Row> = { rows: Row[]; totalData: number }

/** With more rows than this a panel keeps to 445 px and scrolls (specification, section 9). */
const rowsAtFullHeight = 5

type Props<Row> = {
  /** What is listed and of what, e.g. 'Angsuran PJM-0007'. */
  label: string
  query: UseInfiniteQueryResult<Detail<Row>>
  /** About how many rows there will be, while none has come. */
  expected: number
  headings: readonly { label: string; className?: string }[]
  renderRow: (row: Row) => ReactNode
  /** Said where there are no rows. */
  empty: string
}

/**
 * The rows inside a row, fetched in pages: the next one when the panel is scrolled to its bottom. A table where
 * there is room for it, cards where there is not.
 */
export function DetailPanel<Row>(props: Props<Row>) {
  const { label, query } = props
  const panel = useRef<HTMLElement>(null)
  const { data } = query
  // Rows that are shown stay shown: that they could not be asked for again is worth no word.
  const failed = query.isFetchNextPageError || (query.isError && !data)
  const scrolls = (data?.totalData ?? props.expected) > rowsAtFullHeight
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
        // Who waits at the bottom for more rows does not scroll the page away.
        query.hasNextPage && 'overscroll-y-contain',
      )}
    >
      {data ? (
        <Shown {...props} rows={data.rows} totalData={data.totalData} />
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

function Failed<Row>({ query }: Pick<Props<Row>, 'query'>) {
  const { data, error, isFetching, fetchNextPage, refetch } = query
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-2 px-4 py-3 text-table text-mute @min-[46rem]:px-5"
    >
      {messageOf(error)}
      <Button
        variant="quiet"
        className="px-3! text-table"
        busy={isFetching}
        onClick={() => (data ? fetchNextPage() : refetch())}
      >
        Coba lagi
      </Button>
    </p>
  )
}

type MoreProps<Row> = Pick<Props<Row>, 'query'> & {
  data: Detail<Row>
  panel: RefObject<HTMLElement | null>
}

/** Stands for the rows that have not come, and asks for them when its end comes into sight. */
function More<Row>({ query: { isFetching, fetchNextPage }, data, panel }: MoreProps<Row>) {
  return (
    <>
      <Bones count={1} />
      <p
        aria-hidden
        className="sticky bottom-0 border-t border-line bg-sunken px-4 py-1.5 text-meta text-mute @min-[46rem]:px-5"
      >
        {data.rows.length} dari {data.totalData}, gulir untuk melihat lainnya
      </p>
      {!isFetching && (
        // A new end for each page; one that was reached during another call is seen once that has ended.
        <Bottom key={data.rows.length} panel={panel} onReached={() => void fetchNextPage()} />
      )}
    </>
  )
}

type BottomProps = { panel: RefObject<HTMLElement | null>; onReached: () => void }

/** The last pixel of a panel; tells when it comes into sight. */
function Bottom({ panel, onReached }: BottomProps) {
  const place = useRef<HTMLDivElement>(null)
  useReached(place, onReached, { root: panel })
  return <div ref={place} aria-hidden className="-mt-px h-px" />
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Rows on their way, in the geometry that they will have. */
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

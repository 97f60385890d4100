import { formatDateLong } from '@pematang/contract/format/date'
import { daysLeft } from '@pematang/contract/format/days-left'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { memo, type ReactNode, useRef } from 'react'
import { useMay } from '../../../company/member.ts'
import { endOfPages, MoreFailed, type Pages, ShownCount } from '../../../lists/card-list.tsx'
import { useRowWindow } from '../../../lists/use-row-window.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { fundedPercent, percentText } from './figures.ts'
import { LoanLink } from './loan-link.tsx'

/** Height of a row in CSS pixels where the borrower's name fits on one line. */
const rowHeight = 40

const columns: readonly { label: string; className: string }[] = [
  { label: 'Penerima Dana', className: 'pl-4 text-left' },
  { label: 'Rating', className: 'w-13 min-[80rem]:w-18 text-left' },
  { label: 'Bunga', className: 'w-18 min-[80rem]:w-22 text-right' },
  { label: 'Tenor', className: 'w-22 min-[80rem]:w-28 text-right' },
  { label: 'Sisa Pendanaan', className: 'w-32 min-[80rem]:w-48 min-[80rem]:pl-8 text-right' },
  { label: 'Berakhir', className: 'w-26 min-[80rem]:w-32 min-[80rem]:pl-8 text-left' },
  { label: 'Pilih', className: 'w-12 min-[80rem]:w-16 text-center' },
  { label: 'Danai', className: 'w-20 pr-5 text-right' },
]

const cell = 'border-t border-line py-0.5 pl-3'

export type RowProps = {
  /** The time from which the days left are counted. */
  now: number
  onFund: (loan: MarketplaceLoan) => void
  /** Renders the checkbox of a loan; `describedBy` is the id of the borrower's name. In a row it has no visible name. */
  renderChoice: (loan: MarketplaceLoan, describedBy: string, isRow?: boolean) => ReactNode
}

type Props = RowProps & {
  query: Pages
  loans: readonly MarketplaceLoan[]
  /** The total number of loans; a text where it is an estimate. */
  total: number | string
}

/** The loans as a table of which only the rows near the screen are drawn. */
export function LoanTable({ query, loans, total, ...row }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, before, after } = useRowWindow(body, { count: loans.length, estimate: rowHeight })
  return (
    <>
      <ShownCount shown={loans.length} total={total} what="pinjaman" />
      <LoanTableFrame rows={typeof total === 'number' ? total + 1 : -1}>
        <tbody ref={body} style={{ overflowAnchor: 'none' }}>
          <Space height={before} />
          {loans.slice(first, last).map((loan, index) => (
            <LoanRow key={loan.loanNumber} {...row} loan={loan} place={first + index} />
          ))}
          {last === loans.length && endOfPages(query, <SkeletonCells />, 'tr')}
          <Space height={after} />
        </tbody>
      </LoanTableFrame>
      <MoreFailed query={query} />
    </>
  )
}

const LoanTableFrame = ({ rows, children }: { rows?: number; children: ReactNode }) => (
  <Card className="pb-1">
    <table aria-rowcount={rows} className="w-full table-fixed border-separate border-spacing-0 text-table">
      <caption className="sr-only">Pinjaman yang dapat didanai</caption>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ label, className }) => (
            <th
              key={label}
              scope="col"
              className={`sticky top-(--topbar-height) z-1 h-8 bg-surface pl-3 text-meta font-medium text-mute first:rounded-tl-card last:rounded-tr-card ${className}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </Card>
)

/** The place of the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      {/* Chromium does not notice a new height of the cell itself. */}
      <td colSpan={columns.length} className="p-0">
        <div style={{ height }} />
      </td>
    </tr>
  )

const LoanRow = memo(function LoanRow({
  loan,
  place,
  now,
  onFund,
  renderChoice,
}: RowProps & { loan: MarketplaceLoan; place: number }) {
  const id = `loan-${loan.loanId}`
  const percent = fundedPercent(loan)
  const may = useMay('FUNDING')
  return (
    <tr
      data-place={place}
      aria-rowindex={place + 2}
      className="h-10 scroll-mt-26 scroll-mb-16 hover:bg-sunken"
    >
      <th scope="row" className={`${cell} pl-4 text-left font-normal`}>
        <LoanLink loan={loan} id={id} className="block font-semibold" />
        <span className="block truncate text-meta text-mute">
          {loan.loanTypeName} · <span className="sr-only">Nomor Pinjaman </span>
          <span className="figures">{loan.loanNumber}</span>
        </span>
      </th>
      <td className={cell} title={loan.gradeDescription ?? undefined}>
        {loan.grade ?? '-'}
      </td>
      <td className={`${cell} figures text-right font-semibold text-brand`}>
        {formatInterest(loan.interestPercentage)}
      </td>
      <td className={`${cell} figures text-right`}>{formatTenor(loan.tenor, loan.tenorPeriodName)}</td>
      <td className={`${cell} text-right min-[80rem]:pl-8`}>
        <Money amount={loan.outstandingFunding} className="font-semibold" />
        <ProgressBar
          percent={percent}
          label={`Bagian yang sudah terdanai: ${percentText(percent)}`}
          className="mt-1 h-1!"
        />
      </td>
      <td className={`${cell} figures min-[80rem]:pl-8`}>
        <time dateTime={loan.dueDate} title={`s.d. ${formatDateLong(loan.dueDate)}`}>
          {daysLeft(loan.dueDate, new Date(now))}
        </time>
      </td>
      <td className={cell}>{renderChoice(loan, id, true)}</td>
      <td className={`${cell} pr-2 text-right`}>
        {may && (
          <Button
            variant="quiet"
            aria-describedby={id}
            className="min-h-8! px-3! text-table"
            onClick={() => onFund(loan)}
          >
            Danai
          </Button>
        )}
      </td>
    </tr>
  )
})

const SkeletonCells = () => (
  <td data-skeleton="loan" colSpan={columns.length} className={`${cell} h-10 pr-4`}>
    <Skeleton className="h-4 w-full" />
  </td>
)

/** Placeholder of the first screen of rows. */
export const LoanTableLoading = () => (
  <Loading label="Memuat pinjaman…">
    <div aria-hidden data-skeleton="loan">
      <LoanTableFrame>
        <tbody>
          {Array.from({ length: 15 }, (_, row) => (
            <tr key={row} className="h-10">
              <SkeletonCells />
            </tr>
          ))}
        </tbody>
      </LoanTableFrame>
    </div>
  </Loading>
)

import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { FileText } from 'lucide-react'
import { openDocument } from '../../../agreement/open-document.ts'
import { NothingFound } from '../../../lists/nothing-found.tsx'
import { RowAction } from '../../../lists/row-action.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IssuedList } from './issued-list.tsx'
import { missingText, transferText } from './archive-words.ts'
import { type FundingDocuments, type useFundingDocuments } from './queries.ts'

type Kind = 'agreements' | 'factsheets'
type Props = {
  kind: Kind
  query: ReturnType<typeof useFundingDocuments>
  /** True when a year or a search text is set. */
  filtered: boolean
  onReset: () => void
}

/** The agreements or factsheets of fundings, the newest first. */
export const FundingDocumentList = ({ kind, query, filtered, onReset }: Props) => (
  <IssuedList
    query={{ ...query, data: query.data?.pages.flatMap(({ list }) => list) }}
    label="Dokumen pendanaan"
    keyOf={({ fundingId }) => fundingId}
    empty={
      filtered ? (
        <NothingFound reason="Tidak ada dokumen yang cocok dengan pencarian ini." onReset={onReset} />
      ) : (
        <EmptyState picture="list" title="Belum ada dokumen pendanaan">
          Perjanjian dan factsheet setiap pendanaan Anda akan tersimpan di sini.
        </EmptyState>
      )
    }
  >
    {(row) => (
      <>
        <FundingText row={row} />
        <Files kind={kind} row={row} />
      </>
    )}
  </IssuedList>
)

const FundingText = ({ row: { loanNumber, borrowerName, amount, fundedAt } }: { row: FundingDocuments }) => (
  <div className="min-w-0">
    <p className="font-medium break-words">{loanNumber}</p>
    <p className="text-table text-mute">
      {borrowerName} · <span className="figures">{formatRupiah(amount)}</span> · {formatDateLong(fundedAt)}
    </p>
  </div>
)

function Files({ kind, row }: { kind: Kind; row: FundingDocuments }) {
  const { loanNumber, pp, ppfp, factsheet, transfers } = row
  const files =
    kind === 'factsheets'
      ? [{ label: 'Factsheet', url: factsheet }]
      : [
          { label: 'Pendanaan', url: pp },
          { label: 'Fasilitas', url: ppfp },
          ...transfers.map((transfer) => ({ label: transferText(transfer), url: transfer.url })),
        ]
  const there = files.filter((file): file is { label: string; url: string } => file.url !== null)
  if (there.length === 0) return <p className="text-table text-mute">{missingText(kind, row)}</p>
  return (
    <div className="-mx-2 flex flex-wrap">
      {there.map(({ label, url }) => (
        <RowAction
          key={url}
          name={`${kind === 'agreements' ? 'Perjanjian ' : ''}${label} ${loanNumber}, buka di tab baru`}
          icon={<FileText aria-hidden className="size-4" />}
          act={() => openDocument(url, `${label} - ${loanNumber}`)}
        >
          {label}
        </RowAction>
      ))}
    </div>
  )
}

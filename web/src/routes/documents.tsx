import { businessDateOf } from '@pematang/contract/format/business-date'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { serverNow } from '../api/server-time.ts'
import { TaxView } from '../features/cash/tax/index.ts'
import {
  ArchiveCard,
  Confirmations,
  type DocumentView,
  FundingDocumentList,
  isSearched,
  kinds,
  longestSearch,
  parseView,
  queryOf,
  Statements,
  useFundingDocuments,
} from '../features/reports/archive/index.ts'
import { VoteList } from '../features/loans/votes/index.ts'
import { paths, withQuery } from '../paths.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'

const addressOf = (view: DocumentView) => withQuery(paths.documents, queryOf(view))

type Show = (change: Partial<DocumentView>) => void

/** All documents of a lender by kind and year. */
export default function Documents() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = parseView(search)
  const show: Show = (change) =>
    void navigate(addressOf({ ...parseView(new URLSearchParams(window.location.search)), ...change }))
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Dokumen</h1>
      <LinkTabs
        label="Jenis dokumen"
        tabs={kinds.map(({ value, label }) => ({ to: addressOf({ ...view, kind: value }), label }))}
        current={addressOf(view)}
      />
      {view.kind === 'tax' ? (
        <Tax year={view.year} onYear={(year) => show({ year })} />
      ) : view.kind === 'votes' ? (
        <section aria-label="Pemungutan Suara" className="mt-5">
          <VoteList />
        </section>
      ) : (
        <Files view={view} show={show} />
      )}
    </>
  )
}

/** The tax of the year in the URL, or of the current one. */
function Tax({ year, onYear }: { year: string; onYear: (year: string) => void }) {
  const [thisYear] = useState(() => Number(businessDateOf(serverNow()).slice(0, 4)))
  return (
    <TaxView
      year={year === '' ? thisYear : Math.min(Number(year), thisYear)}
      onYear={(next) => onYear(next === thisYear ? '' : String(next))}
    />
  )
}

/** The files of one kind, and a ZIP with those of a year. */
function Files({ view, show }: { view: DocumentView; show: Show }) {
  const { kind, year } = view
  const fundings = useFundingDocuments(view)
  // Until the first day with documents is known, any day may be requested, and the server checks it.
  const { years = [], since = '2000-01-01' } = fundings.data?.pages[0] ?? {}
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <section aria-label={kinds.find(({ value }) => value === kind)?.label} className="grid gap-4">
        <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,24rem)]">
          <YearSelect year={year} years={years} onYear={(next) => show({ year: next })} />
          {isSearched(kind) && (
            <SearchField
              label="Cari"
              placeholder="Nomor pinjaman atau Penerima Dana"
              maxLength={longestSearch}
              value={view.search}
              onSearch={(text) => show({ search: text })}
            />
          )}
        </div>
        {kind === 'statements' && <Statements year={year} since={since} />}
        {kind === 'confirmations' && <Confirmations year={year} since={since} />}
        {(kind === 'agreements' || kind === 'factsheets') && (
          <FundingDocumentList
            kind={kind}
            query={fundings}
            filtered={year !== '' || view.search !== ''}
            onReset={() => show({ year: '', search: '' })}
          />
        )}
      </section>
      <ArchiveCard years={years} />
    </div>
  )
}

type YearProps = { year: string; years: readonly number[]; onYear: (year: string) => void }

/** Options for the years that have documents, and the year in the URL. */
function YearSelect({ year, years, onYear }: YearProps) {
  const all = [...new Set([...years.map(String), ...(year ? [year] : [])])].toSorted().toReversed()
  const options = [{ value: '', label: 'Semua tahun' }, ...all.map((value) => ({ value, label: value }))]
  return <Select label="Tahun" value={year} options={options} onChange={onYear} />
}

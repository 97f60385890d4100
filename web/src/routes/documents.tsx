import { useNavigate, useSearchParams } from 'react-router'
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
import { paths, withQuery } from '../paths.ts'
import { Link } from '../ui/link.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { tabLook, tabStrip } from '../ui/tab-look.ts'

const addressOf = (view: DocumentView) => withQuery(paths.documents, queryOf(view))

/** All documents of a lender by kind and year, and a ZIP with those of a year. */
export default function Documents() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = parseView(search)
  const { kind, year } = view
  const fundings = useFundingDocuments(view)
  // Until the first day with documents is known, any day may be requested, and the server checks it.
  const { years = [], since = '2000-01-01' } = fundings.data?.pages[0] ?? {}
  const show = (change: Partial<DocumentView>) =>
    navigate(addressOf({ ...parseView(new URLSearchParams(window.location.search)), ...change }))
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Dokumen</h1>
      <nav aria-label="Jenis dokumen" className={tabStrip}>
        {kinds.map(({ value, label }) => (
          <Link
            key={value}
            to={addressOf({ ...view, kind: value })}
            aria-current={value === kind ? 'page' : undefined}
            className={tabLook(value === kind)}
          >
            {label}
          </Link>
        ))}
        <Link to={paths.tax} className={tabLook(false)}>
          Pajak
        </Link>
      </nav>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <section aria-label={kinds.find(({ value }) => value === kind)?.label} className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,24rem)]">
            <YearSelect year={year} years={years} onYear={(next) => void show({ year: next })} />
            {isSearched(kind) && (
              <SearchField
                label="Cari"
                placeholder="Nomor pinjaman atau penerima dana"
                maxLength={longestSearch}
                value={view.search}
                onSearch={(text) => void show({ search: text })}
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
              onReset={() => void show({ year: '', search: '' })}
            />
          )}
        </section>
        <ArchiveCard years={years} />
      </div>
    </>
  )
}

type YearProps = { year: string; years: readonly number[]; onYear: (year: string) => void }

/** Options for the years that have documents, and the year in the URL. */
function YearSelect({ year, years, onYear }: YearProps) {
  const all = [...new Set([...years.map(String), ...(year ? [year] : [])])].toSorted().toReversed()
  const options = [{ value: '', label: 'Semua tahun' }, ...all.map((value) => ({ value, label: value }))]
  return <Select label="Tahun" value={year} options={options} onChange={onYear} />
}

import { monthText } from './month-name.ts'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { type Answer, api } from '../../api/client.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { RowAction } from '../../lists/row-action.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { addressOf, saveFile } from '../../ui/save-file.ts'
import { ComingRows } from './coming-rows.tsx'
import { OnDemand } from './on-demand.tsx'

type Statement = Answer<'GET /statements'>['list'][number]

/** Ten years of months; a lender has no more of one page. */
const most = 100

const formats = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const

/** The monthly statements that were issued, and what is made on demand. */
export const Statements = ({ year }: { year: string }) => (
  <div className="grid gap-4">
    <Issued year={year} />
    <OnDemand />
  </div>
)

function Issued({ year }: { year: string }) {
  const query = useQuery({
    queryKey: ['documents', 'statements', year],
    queryFn: ({ signal }) => api('GET /statements', { query: { year, limit: most }, signal, quiet: true }),
  })
  if (query.isPending) return <ComingRows />
  if (!query.data) {
    return (
      <Card className="p-5">
        <LoadFailure query={query} />
      </Card>
    )
  }
  const { list } = query.data
  if (list.length === 0) {
    return (
      <Card>
        <EmptyState
          picture="list"
          title={year ? `Belum ada rekening koran tahun ${year}` : 'Belum ada rekening koran'}
        >
          Rekening koran sebulan terbit setelah hari terakhir bulan itu ditutup.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <ul aria-label="Rekening koran" className="hairlines px-5">
        {list.map((statement) => (
          <li
            key={statement.number}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <StatementText statement={statement} />
            <Downloads statement={statement} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const StatementText = ({ statement: { from, number, figures } }: { statement: Statement }) => (
  <div className="min-w-0">
    <p className="font-medium">{monthText(from)}</p>
    <p className="text-table text-mute">
      {number} · Saldo akhir <span className="figures">{formatRupiah(figures.closing)}</span>
    </p>
  </div>
)

const Downloads = ({ statement: { number, from } }: { statement: Statement }) => (
  <div className="-mx-2 flex flex-wrap">
    {formats.map(({ format, label }) => (
      <RowAction
        key={format}
        name={`Unduh rekening koran ${monthText(from)} sebagai ${label}`}
        icon={<FileText aria-hidden className="size-4" />}
        act={async () => {
          const bytes = await api('GET /statements/issued', { query: { number, format } })
          saveFile(addressOf(bytes), `Rekening Koran ${from.slice(0, 7)}.${format}`)
        }}
      >
        {label}
      </RowAction>
    ))}
  </div>
)

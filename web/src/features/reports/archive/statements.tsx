import { monthText } from './month-name.ts'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { IssuedList } from './issued-list.tsx'
import { OnDemand } from './on-demand.tsx'
import { type Statement, useStatements } from './queries.ts'

const formats = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const

/**
 * The issued monthly statements, and the reports created on request: these only once the number of the others is known,
 * so that they do not move.
 */
export function Statements({ year, since }: { year: string; since: string }) {
  const query = useStatements(year)
  return (
    <div className="grid gap-4">
      <Issued year={year} query={query} />
      {!query.isPending && <OnDemand since={since} />}
    </div>
  )
}

const Issued = ({ year, query }: { year: string; query: ReturnType<typeof useStatements> }) => (
  <IssuedList
    query={query}
    label="Rekening koran"
    keyOf={({ number }) => number}
    empty={
      <EmptyState
        picture="list"
        title={year ? `Belum ada rekening koran tahun ${year}` : 'Belum ada rekening koran'}
      >
        Rekening koran sebulan terbit setelah hari terakhir bulan itu ditutup.
      </EmptyState>
    }
  >
    {(statement) => (
      <>
        <StatementText statement={statement} />
        <Downloads statement={statement} />
      </>
    )}
  </IssuedList>
)

const StatementText = ({ statement: { from, number, figures } }: { statement: Statement }) => (
  <div className="min-w-0">
    <p className="font-medium">{monthText(from)}</p>
    <Facts
      className="text-table text-mute"
      facts={{ number, closing: `Saldo akhir ${formatRupiah(figures.closing)}` }}
    />
  </div>
)

const Downloads = ({ statement: { number, from } }: { statement: Statement }) => (
  <div className="-mx-2 flex flex-wrap">
    {formats.map(({ format, label }) => (
      <RowAction
        key={format}
        name={`Unduh rekening koran ${monthText(from)} sebagai ${label}`}
        icon={<Download aria-hidden className="size-4" />}
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

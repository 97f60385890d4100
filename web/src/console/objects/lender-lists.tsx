import type {
  TransactionStatusName,
  TransactionTypeName,
} from '@pematang/contract/reports/transactions/endpoints'
import type { LoanStatusName } from '@pematang/contract/reports/portfolio/endpoints'
import { loanStatusLabels } from '@pematang/contract/reports/portfolio/status-label'
import { useSearchParams } from 'react-router'
import { readPage } from '../../lists/page-number.ts'
import { Link } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StatusLabel, type StatusTone } from '../../ui/status-label.tsx'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import { dayText, momentText } from '../../parts/moment-text.ts'
import { pathOf } from '../paths.ts'

const types: Record<TransactionTypeName, string> = {
  'Top Up': 'Top Up',
  Funding: 'Pendanaan',
  Repayment: 'Angsuran',
  Withdraw: 'Tarik Dana',
}
const statuses: Record<TransactionStatusName, [StatusTone, string]> = {
  Success: ['ok', 'Berhasil'],
  'In Progress': ['warn', 'Diproses'],
  Failed: ['bad', 'Gagal'],
}
const tones: Record<LoanStatusName, StatusTone> = {
  FUNDED: 'idle',
  ACTIVE: 'ok',
  LATE: 'bad',
  RESTRUCTURE: 'warn',
  REPAID: 'idle',
  WRITTEN_OFF: 'bad',
  REFUNDED: 'idle',
}

/** The page of a list, kept in the address beside that of the other list. */
function usePart(name: string) {
  const [search] = useSearchParams()
  const page = readPage(new URLSearchParams({ page: search.get(name) ?? '' }))
  const to = (next: number) =>
    `?${new URLSearchParams({ ...Object.fromEntries(search), [name]: String(next) })}`
  return { page, to }
}

/** What the lender sees as their portfolio and transactions, by the same read functions. */
export const LenderLists = ({ id }: { id: string }) => (
  <>
    <Portfolio id={id} />
    <Transactions id={id} />
  </>
)

function Portfolio({ id }: { id: string }) {
  const { page, to } = usePart('portofolio')
  const query = useCall('GET /lenders/portfolio', { id, page: String(page) }, { keeps: true })
  return (
    <Section title="Portofolio" count={query.data?.pagination.totalData} flush>
      <Loaded query={query} what="Portofolio">
        {({ list, pagination }) =>
          list.length === 0 ? (
            <Nothing>Belum mendanai pinjaman.</Nothing>
          ) : (
            <>
              <Table
                caption="Portofolio"
                rows={list}
                keyOf={(item) => item.propertyLenderId}
                refreshing={query.isPlaceholderData}
                columns={[
                  {
                    label: 'Pinjaman',
                    isName: true,
                    cell: ({ loanNumber, borrowerName }) => (
                      <Link to={pathOf({ kind: 'LOAN', id: loanNumber })} className="hover:underline">
                        {loanNumber}
                        <span className="block text-meta font-normal text-mute">{borrowerName}</span>
                      </Link>
                    ),
                  },
                  {
                    label: 'Pendanaan',
                    isFigure: true,
                    cell: ({ totalLoan }) => <Money amount={totalLoan} />,
                  },
                  {
                    label: 'Sisa pokok',
                    isFigure: true,
                    cell: ({ principalLeft }) =>
                      principalLeft === null ? '–' : <Money amount={principalLeft} />,
                  },
                  {
                    label: 'Berikutnya',
                    cell: ({ nextDueDate }) => (nextDueDate ? dayText(nextDueDate) : '–'),
                  },
                  {
                    label: 'Status',
                    cell: ({ statusName }) => (
                      <StatusLabel tone={tones[statusName]}>{loanStatusLabels[statusName]}</StatusLabel>
                    ),
                  },
                ]}
              />
              <Pages page={page} totalPage={pagination.totalPage} to={to} label="Halaman portofolio" />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Transactions({ id }: { id: string }) {
  const { page, to } = usePart('transaksi')
  const query = useCall('GET /lenders/transactions', { id, page: String(page) }, { keeps: true })
  return (
    <Section title="Transaksi" count={query.data?.pagination.totalData} flush>
      <Loaded query={query} what="Transaksi">
        {({ list, pagination }) =>
          list.length === 0 ? (
            <Nothing>Belum ada transaksi.</Nothing>
          ) : (
            <>
              <Table
                caption="Transaksi"
                rows={list}
                keyOf={(item) => item.id}
                refreshing={query.isPlaceholderData}
                columns={[
                  {
                    label: 'Jenis',
                    isName: true,
                    cell: ({ typeName, isCorrection }) =>
                      isCorrection ? `Koreksi ${types[typeName].toLowerCase()}` : types[typeName],
                  },
                  {
                    label: 'Waktu',
                    cell: ({ createdDate }) => <span className="figures">{momentText(createdDate)}</span>,
                  },
                  { label: 'Nomor', cell: ({ transactionNumber }) => transactionNumber },
                  { label: 'Jumlah', isFigure: true, cell: ({ amount }) => <Money amount={amount} /> },
                  {
                    label: 'Status',
                    cell: ({ status }) => (
                      <StatusLabel tone={statuses[status][0]}>{statuses[status][1]}</StatusLabel>
                    ),
                  },
                ]}
              />
              <Pages page={page} totalPage={pagination.totalPage} to={to} label="Halaman transaksi" />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

const Pages = (props: Parameters<typeof Pagination>[0]) =>
  props.totalPage > 1 ? (
    <div className="border-t border-line px-3 py-1">
      <Pagination {...props} />
    </div>
  ) : null

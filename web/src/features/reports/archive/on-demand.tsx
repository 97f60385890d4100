import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { serverNow } from '../../../api/server-time.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { Card } from '../../../ui/card.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { useTypedDay } from '../../../ui/use-typed-day.ts'

const today = () => businessDateOf(serverNow())
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const yesterday = () => addDays(today(), -1)

const accountFormats = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const
const reportFormats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const

/** The first day for which the account has documents. */
type Since = { since: string }

/** The statement over any days, and the positions at the end of any day, created on request. */
export const OnDemand = ({ since }: Since) => (
  <div className="@container">
    <div className="grid gap-4 @min-[42rem]:grid-cols-2">
      <AccountRange since={since} />
      <PortfolioDay since={since} />
    </div>
  </div>
)

/** Side by side where a whole date fits into each, also at 200 %. */
const dayFields = 'grid grid-cols-[repeat(auto-fill,minmax(min(9.75rem,100%),1fr))] gap-3'

function AccountRange({ since }: Since) {
  const from = useTypedDay(() => firstOfMonth(today()))
  const to = useTypedDay(today)
  return (
    <Card className="grid grid-rows-[auto_1fr] gap-4 p-5">
      <div>
        <h2 className="text-section font-semibold">Rekening koran rentang lain</h2>
        <p className="mt-1 text-table text-mute">Semua mutasi saldo kas antara dua tanggal.</p>
      </div>
      <div className={dayFields}>
        <DayField label="Dari" {...from.field} first={firstOfMonth(since)} today={today} />
        <DayField label="Sampai" {...to.field} first={firstOfMonth(since)} today={today} />
      </div>
      <div className="-mx-2 -mb-2 flex flex-wrap">
        {accountFormats.map(({ format, label }) => (
          <RowAction
            key={format}
            name={`Unduh rekening koran sebagai ${label}`}
            disabled={!from.isUsable || !to.isUsable}
            icon={<Download aria-hidden className="size-4" />}
            act={async () => {
              const query = { from: from.day, to: to.day, format }
              const bytes = await api('GET /statements/account', { query })
              saveFile(addressOf(bytes), `Rekening Koran ${from.day} - ${to.day}.${format}`)
            }}
          >
            {label}
          </RowAction>
        ))}
      </div>
    </Card>
  )
}

function PortfolioDay({ since }: Since) {
  const on = useTypedDay(yesterday)
  return (
    <Card className="grid grid-rows-[auto_1fr] gap-4 p-5">
      <div>
        <h2 className="text-section font-semibold">Portofolio per tanggal</h2>
        <p className="mt-1 text-table text-mute">
          Setiap pendanaan seperti tercatat pada akhir hari itu: sisa pokok, keterlambatan, dan kualitasnya.
        </p>
      </div>
      <div className={dayFields}>
        <DayField label="Per tanggal" {...on.field} first={since} today={today} />
      </div>
      <div className="-mx-2 -mb-2 flex flex-wrap">
        {reportFormats.map(({ format, label }) => (
          <RowAction
            key={format}
            name={`Unduh portofolio per tanggal sebagai ${label}`}
            disabled={!on.isUsable}
            icon={<Download aria-hidden className="size-4" />}
            act={async () => {
              const bytes = await api('GET /statements/portfolio', { query: { on: on.day, format } })
              saveFile(addressOf(bytes), `Portofolio ${on.day}.${format}`)
            }}
          >
            {label}
          </RowAction>
        ))}
      </div>
    </Card>
  )
}

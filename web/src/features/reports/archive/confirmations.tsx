import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Download } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { serverNow } from '../../../api/server-time.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useTypedDay } from '../../../ui/use-typed-day.ts'
import { IssuedList } from './issued-list.tsx'
import { type Confirmation, useConfirmations, useIssueConfirmation } from './queries.ts'

/** Each message of this action replaces the one before. */
const about = { about: 'balance-confirmation' }

const yesterday = () => addDays(businessDateOf(serverNow()), -1)

/** Confirmations of balances for auditors: issues one for a day, and lists those of a year. */
export function Confirmations({ year, since }: { year: string; since: string }) {
  return (
    <div className="grid gap-4">
      <IssueForm since={since} />
      <Issued year={year} />
    </div>
  )
}

function IssueForm({ since }: { since: string }) {
  const { day, isUsable, field } = useTypedDay(yesterday)
  const issue = useIssueConfirmation()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (issue.isIssuing() || !isUsable) return
    issue.mutate(day, {
      onSuccess: ({ number }) => toast.success(`Konfirmasi ${number} sudah diterbitkan.`, about),
      onError: (error) => toast.error(messageOf(error), about),
    })
  }
  return (
    <Card className="p-5">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div>
          <h2 className="text-section font-semibold">Terbitkan konfirmasi saldo</h2>
          <p className="mt-1 max-w-160 text-table text-mute">
            Untuk auditor Anda: saldo kas dan sisa pokok pada akhir satu hari, bertanda tangan elektronik dan
            berkode. Siapa pun yang memegang kodenya dapat memeriksanya di halaman verifikasi.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-full sm:w-52">
            <DayField label="Per tanggal" {...field} first={since} today={yesterday} />
          </div>
          <Button type="submit" busy={issue.isPending} busyLabel="Menerbitkan…" disabled={!isUsable}>
            Terbitkan
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Issued({ year }: { year: string }) {
  return (
    <IssuedList
      query={useConfirmations(year)}
      label="Konfirmasi saldo"
      keyOf={({ number }) => number}
      empty={
        <EmptyState
          picture="list"
          title={year ? `Belum ada konfirmasi tahun ${year}` : 'Belum ada konfirmasi'}
        >
          Konfirmasi yang Anda terbitkan akan tersimpan di sini.
        </EmptyState>
      }
    >
      {(confirmation) => (
        <>
          <ConfirmationText confirmation={confirmation} />
          <RowAction
            name={`Unduh PDF konfirmasi ${confirmation.number}`}
            icon={<Download aria-hidden className="size-4" />}
            className="-mx-2"
            act={async () => {
              const { number } = confirmation
              const bytes = await api('GET /statements/confirmations/file', { query: { number } })
              saveFile(addressOf(bytes), `Konfirmasi Saldo ${number}.pdf`)
            }}
          >
            Unduh PDF
          </RowAction>
        </>
      )}
    </IssuedList>
  )
}

const ConfirmationText = ({ confirmation }: { confirmation: Confirmation }) => (
  <div className="min-w-0">
    <p className="font-medium">Per {formatDateLong(confirmation.asOf)}</p>
    <p className="text-table text-mute">
      {confirmation.number} · <span className="figures">{formatRupiah(confirmation.sum)}</span>
      {confirmation.revokedAt && <span className="text-bad"> · Dicabut</span>}
    </p>
  </div>
)

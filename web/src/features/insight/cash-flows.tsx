import { formatDateLong } from '@pematang/contract/format/date'
import type { OwnReturn } from '@pematang/contract/insight/endpoints'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'

/** Days that are drawn at once; a lender of years has thousands. */
const step = 60

type Props = { data: OwnReturn; open: boolean; onOpenChange: (open: boolean) => void }

/** The days on which money went out and came back, the latest first: what the return is worked out from. */
export default function CashFlows({ data, open, onOpenChange }: Props) {
  const [shown, setShown] = useState(step)
  const days = data.flows.toReversed()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => setShown(step)}
      title="Arus kas"
      description={`${days.length} hari dengan arus kas. Sisa pokok dihitung seperti diterima pada ${formatDateLong(data.asOf)}.`}
    >
      {/* Reached by the keyboard, whose arrows then scroll the dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Arus kas per hari" tabIndex={0}>
        <table className="w-full text-table">
          <caption className="sr-only">Dana yang disalurkan dan diterima, per hari</caption>
          <thead>
            <tr className="text-right text-meta text-mute">
              <th scope="col" className="py-2 text-left font-medium">
                Tanggal
              </th>
              <th scope="col" className="py-2 pl-3 font-medium">
                Disalurkan
              </th>
              <th scope="col" className="py-2 pl-3 font-medium">
                Diterima
              </th>
            </tr>
          </thead>
          <tbody>
            <Day name={`Sisa pokok, ${formatDateLong(data.asOf)}`} paidOut={0} received={data.remaining} />
            {days.slice(0, shown).map(({ on, paidOut, received }) => (
              <Day key={on} name={formatDateLong(on)} paidOut={paidOut} received={received} />
            ))}
          </tbody>
        </table>
      </section>
      {shown < days.length && (
        <Button variant="secondary" wide className="mt-4" onClick={() => setShown(shown + step)}>
          Tampilkan {Math.min(step, days.length - shown)} hari sebelumnya
        </Button>
      )}
    </Dialog>
  )
}

function Day({ name, paidOut, received }: { name: string; paidOut: number; received: number }) {
  return (
    <tr className="border-t border-line text-right">
      <th scope="row" className="py-2.5 text-left font-normal">
        {name}
      </th>
      <td className="py-2.5 pl-3">{paidOut > 0 ? <Money amount={paidOut} /> : '-'}</td>
      <td className="py-2.5 pl-3">{received > 0 ? <Money amount={received} className="text-ok" /> : '-'}</td>
    </tr>
  )
}

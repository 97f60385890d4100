import { formatDateLong } from '@pematang/contract/format/date'
import type { OwnReturn } from '@pematang/contract/reports/insight/endpoints'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { DayRow, DayTable } from './day-table.tsx'

/** Number of rows shown at first; a long-time lender has thousands. */
const step = 60

type Props = { data: OwnReturn; open: boolean; onOpenChange: (open: boolean) => void }

/** The days with cash flows, the latest first, from which the return is calculated. */
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
      <DayTable
        label="Arus kas per hari"
        caption="Dana yang disalurkan dan diterima, per hari"
        columns={['Disalurkan', 'Diterima']}
      >
        <Day what="Sisa pokok" day={data.asOf} paidOut={0} received={data.remaining} />
        {days.slice(0, shown).map(({ on, paidOut, received }) => (
          <Day key={on} day={on} paidOut={paidOut} received={received} />
        ))}
      </DayTable>
      {shown < days.length && (
        <Button variant="secondary" wide className="mt-4" onClick={() => setShown(shown + step)}>
          Tampilkan {Math.min(step, days.length - shown)} hari sebelumnya
        </Button>
      )}
    </Dialog>
  )
}

type DayProps = { what?: string; day: string; paidOut: number; received: number }

const Day = ({ paidOut, received, ...of }: DayProps) => (
  <DayRow
    {...of}
    first={paidOut > 0 ? <Money amount={paidOut} /> : '-'}
    second={received > 0 ? <Money amount={received} className="text-ok" /> : '-'}
  />
)

import { formatDateLong } from '@pematang/contract/format/date'
import { formatPercent } from '@pematang/contract/format/percent'
import type { TaxLine, TaxYear } from '@pematang/contract/cash/tax/endpoints'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { monthLong } from '../../../ui/month-text.ts'
import { MonthDownloads } from './downloads.tsx'
import { Installments } from './installments.tsx'
import { kindName } from './words.ts'

type Month = TaxYear['months'][number]

/** The card of a month: the tax withheld by kind and rate with its tax slips, the files, and the installments. */
export function MonthCard({ month }: { month: Month }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const label = isOpen ? 'Tutup angsuran' : 'Lihat angsuran'
  return (
    <Card aria-labelledby={`${id}-title`} className="grid gap-x-4 gap-y-3 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-body font-semibold">
          {monthLong(month.period)}
          {!month.isOver && <span className="block text-meta font-normal text-mute">Masih berjalan</span>}
        </h2>
        <div className="-my-2 -mr-2">
          <MonthDownloads period={month.period} />
        </div>
      </div>
      <ul className="hairlines">
        {month.lines.map((line) => (
          <Line key={`${line.kind} ${line.rate}`} line={line} isOver={month.isOver} />
        ))}
      </ul>
      <div className="-mb-2 border-t border-line pt-1">
        <Button
          variant="quiet"
          className="-mx-2 px-2! text-table"
          aria-expanded={isOpen}
          aria-controls={`${id}-installments`}
          aria-label={`${label} ${monthLong(month.period)}`}
          icon={<ChevronDown aria-hidden className={cx('size-4', isOpen && 'rotate-180')} />}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
        <div id={`${id}-installments`}>{isOpen && <Installments period={month.period} />}</div>
      </div>
    </Card>
  )
}

const Line = ({ line, isOver }: { line: TaxLine; isOver: boolean }) => (
  <li className="py-2 first:pt-0 last:pb-0">
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-table md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]">
      <Fact name="Jenis dan tarif">
        {kindName(line.kind)}, {formatPercent(line.rate)}
      </Fact>
      <Fact name="Bunga bruto">
        <Money amount={line.interest} />
      </Fact>
      <Fact name="Pajak dipotong">
        <Money amount={line.tax} className="font-semibold" />
      </Fact>
      <Fact name="Bukti potong">
        <Slip line={line} isOver={isOver} />
      </Fact>
    </dl>
  </li>
)

function Slip({ line: { slip, interest }, isOver }: { line: TaxLine; isOver: boolean }) {
  if (slip)
    return (
      <>
        <span className="figures break-all">{slip.number}</span>
        <span className="block text-meta text-mute">{formatDateLong(slip.issuedOn)}</span>
      </>
    )
  return (
    <span className="text-mute">
      {interest <= 0 ? 'Koreksi' : isOver ? 'Belum tercatat' : 'Setelah masa berakhir'}
    </span>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-meta text-mute">{name}</dt>
    <dd>{children}</dd>
  </div>
)

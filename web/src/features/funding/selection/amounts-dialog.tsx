import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Concentration } from '../../../lender/concentration.tsx'
import { summaryQuery } from '../../../lender/summary.ts'
import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { AmountRow } from './amount-row.tsx'
import { type Checked, isGone, readyLoans, sentenceOf } from './amounts.ts'
import { type Chosen, sumOf, without } from './chosen.ts'
import { missingOf, Sums } from './sums.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  chosen: readonly Chosen[]
  onChange: (update: (now: readonly Chosen[]) => readonly Chosen[]) => void
  checked: Checked
  busy: boolean
  /** The label of the button that goes on. */
  action: string
  onContinue: () => void
}

const form = 'jumlah-pilihan'

/** The dialog of step 1: an amount for each loan, or the same for all. */
export function AmountsDialog({ chosen, onChange, checked, busy, action, onContinue, ...dialog }: Props) {
  const { data: summary } = useQuery(summaryQuery())
  const [same, setSame] = useState(false)
  const [sameAmount, setSameAmount] = useState<number | null>(null)
  const total = sumOf(chosen)
  const gone = chosen.filter((one) => isGone(one, checked)).map(({ loanNumber }) => loanNumber)
  const isReady =
    readyLoans(chosen, checked) !== null && summary !== undefined && missingOf(total, summary) === null

  const fundings = useMemo(() => readyLoans(chosen, checked) ?? [], [chosen, checked])

  const setAmount = (loanNumber: string | null, amount: number | null) =>
    onChange((now) =>
      now.map((one) => (loanNumber === null || one.loanNumber === loanNumber ? { ...one, amount } : one)),
    )
  function setSameForAll(amount: number | null) {
    setSameAmount(amount)
    setAmount(null, amount)
  }

  return (
    <Dialog
      {...dialog}
      size="large"
      title="Jumlah Funding"
      description={`${countText(chosen.length)} pinjaman dipilih`}
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <Sums total={total} summary={summary} />
          <Button type="submit" form={form} disabled={!isReady} busy={busy} className="sm:min-w-36">
            {action}
          </Button>
        </div>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onContinue()
        }}
      >
        <div className="rounded-popup bg-sunken px-4 py-1.5">
          <Switch checked={same} onChange={setSame}>
            Sama untuk semua
          </Switch>
          {same && (
            <MoneyField
              label="Jumlah untuk setiap pinjaman"
              value={sameAmount}
              onChange={setSameForAll}
              className="pt-1 pb-3 sm:max-w-80"
            />
          )}
        </div>
        {gone.length > 0 && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-popup bg-warn-tint px-4 py-2 text-table"
          >
            {countText(gone.length)} pinjaman tidak dapat didanai lagi.
            <Button
              variant="quiet"
              className="-mr-3 px-3!"
              onClick={() => onChange((now) => without(now, gone))}
            >
              Hapus dari pilihan
            </Button>
          </div>
        )}
        <Concentration fundings={fundings} />
        <ul className="hairlines">
          {chosen.map((one) => (
            <AmountRow
              key={one.loanNumber}
              chosen={one}
              readOnly={same}
              isGone={gone.includes(one.loanNumber)}
              sentence={sentenceOf(one, checked)}
              onAmount={(amount) => setAmount(one.loanNumber, amount)}
              onRemove={() => onChange((now) => without(now, [one.loanNumber]))}
            />
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

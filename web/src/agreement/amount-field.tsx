import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { summaryQuery } from '../lender/summary.ts'
import { Money } from '../ui/money.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { Switch } from '../ui/switch.tsx'
import { amountSentence } from './amount-rule.ts'

/** The lender's input. With `all`, the amount is everything that is still open. */
export type AmountChoice = { all: boolean; typed: number | null }

type Loan = Pick<MarketplaceLoan, 'minimumFunding' | 'outstandingFunding'>

export const chosenAmount = (loan: Loan, { all, typed }: AmountChoice): number | null =>
  all ? loan.outstandingFunding : typed

/** Whether the amount can be funded according to the rules known to the browser, and the error sentence if not. */
export function useAmountCheck(loan: Loan, choice: AmountChoice) {
  const summary = useQuery(summaryQuery())
  const amount = chosenAmount(loan, choice)
  const cash = summary.data?.cashBalance
  const sentence = amountSentence({
    amount,
    cashBalance: cash ?? Number.MAX_SAFE_INTEGER,
    minimumFunding: loan.minimumFunding,
    outstandingFunding: loan.outstandingFunding,
    fundingRoom: summary.data?.fundingRoom ?? null,
  })
  return { amount, sentence, valid: amount !== null && cash !== undefined && sentence === null, summary }
}

type Props = {
  fieldRef?: Ref<HTMLInputElement>
  loan: Loan
  choice: AmountChoice
  onChange: (choice: AmountChoice) => void
  error: string | null
}

/** The field for the amount to fund, typed or everything that is open. */
export const AmountField = ({ fieldRef, loan, choice, onChange, error }: Props) => (
  <div className="grid gap-2">
    <Switch checked={choice.all} onChange={(all) => onChange({ ...choice, all })}>
      Danai Semua
    </Switch>
    <MoneyField
      {...(fieldRef && { ref: fieldRef })}
      label="Jumlah pendanaan"
      value={chosenAmount(loan, choice)}
      onChange={(typed) => onChange({ all: false, typed })}
      readOnly={choice.all}
      error={error}
      hint={
        <>
          Minimal <Money amount={loan.minimumFunding} />
        </>
      }
    />
  </div>
)

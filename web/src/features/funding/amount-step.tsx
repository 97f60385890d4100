import { formatInterest } from '@pematang/contract/format/interest'
import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import type { Answer } from '../../api/client.ts'
import { summaryQuery } from '../../lender/summary.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { amountSentence } from './amount-rule.ts'

/** What the lender has chosen. With `all`, the amount is the whole of what is still open. */
export type AmountChoice = { all: boolean; typed: number | null }

export const chosenAmount = (loan: MarketplaceLoan, { all, typed }: AmountChoice): number | null =>
  all ? loan.outstandingFunding : typed

type Props = {
  formId: string
  fieldRef: Ref<HTMLInputElement>
  loan: MarketplaceLoan
  choice: AmountChoice
  onChange: (choice: AmountChoice) => void
  /** The server's sentence about the amount that stands in the field. */
  refusal: string | null
  onSubmit: (amount: number) => void
}

/** Whether the amount can be funded as far as this browser knows, and the sentence if not. */
export function useAmountCheck(loan: MarketplaceLoan, choice: AmountChoice) {
  const summary = useQuery(summaryQuery())
  const amount = chosenAmount(loan, choice)
  const cash = summary.data?.cashBalance
  const sentence = amountSentence({
    amount,
    cashBalance: cash ?? Number.MAX_SAFE_INTEGER,
    minimumFunding: loan.minimumFunding,
    outstandingFunding: loan.outstandingFunding,
  })
  return { amount, sentence, valid: amount !== null && cash !== undefined && sentence === null, summary }
}

/** Jumlah Funding: what the loan is, how much of it to fund. */
export function AmountStep({ formId, fieldRef, loan, choice, onChange, refusal, onSubmit }: Props) {
  const { amount, sentence, valid, summary } = useAmountCheck(loan, choice)
  return (
    <form
      id={formId}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && amount !== null) onSubmit(amount)
      }}
    >
      <dl className="hairlines rounded-popup bg-sunken px-4 text-table">
        <Fact name="Bunga">
          {formatInterest(loan.interestPercentage)} per tahun
          <span className="text-mute"> · {loan.interestTypeName}</span>
        </Fact>
        <Fact name="Jenis pinjaman">{loan.loanTypeName}</Fact>
        <Fact name="Total pinjaman">
          <Money amount={loan.totalLoan} />
        </Fact>
        <Fact name="Sisa pendanaan">
          <Money amount={loan.outstandingFunding} />
        </Fact>
        <Fact name="Tujuan pinjaman">{loan.purposeLoan ?? '-'}</Fact>
      </dl>
      <div className="grid gap-2">
        <Switch checked={choice.all} onChange={(all) => onChange({ ...choice, all })}>
          Danai Semua
        </Switch>
        <MoneyField
          ref={fieldRef}
          label="Jumlah pendanaan"
          value={amount}
          onChange={(typed) => onChange({ all: false, typed })}
          readOnly={choice.all}
          error={refusal ?? sentence}
          hint={
            <>
              Minimal <Money amount={loan.minimumFunding} />
            </>
          }
        />
      </div>
      <CashBalance summary={summary} />
    </form>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function CashBalance({ summary }: { summary: UseQueryResult<Answer<'GET /lender/summary'>> }) {
  const { data, isError, isFetching, refetch } = summary
  if (!data && isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table text-bad">
        Cash balance belum dapat dimuat.
        <Button variant="quiet" busy={isFetching} onClick={() => refetch()}>
          Coba lagi
        </Button>
      </p>
    )
  }
  return (
    <p className="flex items-center justify-between gap-4 text-table text-mute">
      Cash balance
      {data ? (
        <Money amount={data.cashBalance} className="text-body font-semibold text-ink" />
      ) : (
        <Skeleton className="h-5 w-32" />
      )}
    </p>
  )
}

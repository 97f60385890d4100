import type { MarketplaceLoan as Loan } from '@pematang/contract/funding/marketplace/endpoints'
import { type ComponentProps, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  listTarget,
  LoanScreen,
  useLoanOfferChange,
  useOfferChange,
} from '../features/funding/marketplace/index.ts'
import { prefetchWhenIdle } from '../shell/prefetch.ts'
import { FundingDialog } from './funding-dialog.tsx'

type Chosen = { loan: Loan } & Pick<ComponentProps<typeof FundingDialog>, 'initialAmount'>
type Props = { loanNumber: string } & Pick<ComponentProps<typeof LoanScreen>, 'onList' | 'isPanel'>

/** One loan of the marketplace: its page, or the content of its panel. */
export const MarketplaceLoan = (props: Props) => <OneLoan key={props.loanNumber} {...props} />

function OneLoan(props: Props) {
  const state: unknown = useLocation().state
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const changeOffer = useLoanOfferChange(props.loanNumber)
  const changeListed = useOfferChange()
  useEffect(() => prefetchWhenIdle('marketplace'), [])
  return (
    <>
      <LoanScreen
        {...props}
        listTo={listTarget(state)}
        onFund={(loan, initialAmount) => setChosen({ loan, initialAmount })}
      />
      {chosen && (
        <FundingDialog
          {...chosen}
          onClosed={() => setChosen(null)}
          onOffer={(left) => {
            setChosen({ ...chosen, loan: { ...chosen.loan, ...left } })
            changeOffer(left)
            changeListed(chosen.loan.loanNumber, left)
          }}
        />
      )}
    </>
  )
}

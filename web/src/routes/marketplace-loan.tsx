import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { type ComponentProps, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { listTarget, LoanScreen, useLoanOfferChange } from '../features/funding/marketplace/index.ts'
import { prefetchWhenIdle } from '../shell/prefetch.ts'
import { FundingDialog } from './funding-dialog.tsx'

type Chosen = { loan: MarketplaceLoan } & Pick<ComponentProps<typeof FundingDialog>, 'initialAmount'>

export default function MarketplaceLoanPage() {
  const { loanNumber = '' } = useParams()
  return <OneLoan key={loanNumber} loanNumber={loanNumber} />
}

function OneLoan({ loanNumber }: { loanNumber: string }) {
  const state: unknown = useLocation().state
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const changeOffer = useLoanOfferChange(loanNumber)
  useEffect(() => prefetchWhenIdle('marketplace'), [])
  return (
    <>
      <LoanScreen
        loanNumber={loanNumber}
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
          }}
        />
      )}
    </>
  )
}

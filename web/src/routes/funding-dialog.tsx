import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { useIsCompany } from '../company/member.ts'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { toastPartMissing } from '../ui/part-missing.tsx'

const FundingFlow = lazyPart(() =>
  import('../features/funding/single/funding-flow.tsx').then((module) => module.FundingFlow),
)

const CompanyFlow = lazyPart(() =>
  import('./funding-dialog/company-flow.tsx').then((module) => module.CompanyFlow),
)

type Props = Pick<ComponentProps<typeof FundingFlow>, 'initialAmount' | 'onClosed' | 'onOffer'> & {
  loan: MarketplaceLoan
}

/** The dialogs of funding one loan, which lead to the signing page or to the result. */
export function FundingDialog({ loan, ...dialog }: Props) {
  const navigate = useNavigate()
  const { userId } = useLender()
  const Flow = useIsCompany() ? CompanyFlow : FundingFlow
  return (
    <Part
      notLoaded={() => null}
      onNotLoaded={() => {
        dialog.onClosed()
        toastPartMissing()
      }}
    >
      <Flow
        key={loan.loanId}
        {...dialog}
        loan={loan}
        lenderUserId={userId}
        onFunded={(signing) => navigate(paths.signing, { state: signing })}
        onFailed={(result) => navigate(paths.fundingStatus, { state: result })}
      />
    </Part>
  )
}

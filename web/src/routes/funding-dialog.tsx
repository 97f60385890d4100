import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { toastPartMissing } from '../ui/part-missing.tsx'

const FundingFlow = lazyPart(() =>
  import('../features/funding/single/funding-flow.tsx').then((module) => module.FundingFlow),
)

type Flow = ComponentProps<typeof FundingFlow>
type Props = Pick<Flow, 'initialAmount' | 'onClosed' | 'onOffer'> & { loan: MarketplaceLoan }

/** The dialogs of funding one loan, which lead to the signing page or to the result. */
export function FundingDialog({ loan, ...flow }: Props) {
  const navigate = useNavigate()
  const { userId } = useLender()
  return (
    <Part
      notLoaded={() => null}
      onNotLoaded={() => {
        flow.onClosed()
        toastPartMissing()
      }}
    >
      <FundingFlow
        key={loan.loanId}
        {...flow}
        loan={loan}
        lenderUserId={userId}
        onFunded={(signing) => navigate(paths.signing, { state: signing })}
        onFailed={(result) => navigate(paths.fundingStatus, { state: result })}
      />
    </Part>
  )
}

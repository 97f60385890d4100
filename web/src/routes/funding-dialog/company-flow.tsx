import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsMember } from '../../company/use-company.ts'
import { chosenOf, leastAmount } from '../../features/funding/selection/chosen.ts'
import { SelectionFlow } from '../../features/funding/selection/selection-flow.tsx'
import { FundingFlow } from '../../features/funding/single/funding-flow.tsx'
import { paths } from '../../paths.ts'

type Props = ComponentProps<typeof FundingFlow>

/** The funding of one loan by a company: by one of several people it is a selection of one. */
export const CompanyFlow = (props: Props) =>
  useIsMember() ? <MemberFlow {...props} /> : <FundingFlow {...props} />

function MemberFlow({ loan, lenderUserId, initialAmount, onClosed }: Props) {
  const navigate = useNavigate()
  const typed = initialAmount?.all ? loan.outstandingFunding : initialAmount?.typed
  const [own] = useState(() => [chosenOf(loan, typed ?? leastAmount(loan))])
  return (
    <SelectionFlow
      own={own}
      lenderUserId={lenderUserId}
      onClosed={onClosed}
      onFunded={(selectionId) => navigate(paths.selection(selectionId))}
      onDashboard={() => navigate(paths.portfolio)}
    />
  )
}

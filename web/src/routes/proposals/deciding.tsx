import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { WithdrawDialog } from '../../features/cash/withdrawal/withdraw-dialog.tsx'
import { GrantDecision } from '../../features/funding/auto/grant-decision.tsx'
import { StrategyDialog } from '../../features/funding/auto/strategy-dialog.tsx'
import type { Strategy } from '../../features/funding/auto/strategy-queries.ts'
import { BulkDecision } from '../../features/funding/bulk/bulk-decision.tsx'
import type { Chosen } from '../../features/funding/selection/chosen.ts'
import { VoteDecision } from '../../features/loans/votes/vote-decision.tsx'
import { SelectionFlow } from '../../features/funding/selection/selection-flow.tsx'
import type { Proposal } from '../../features/lenders/proposals/queries.ts'
import { useLender } from '../../session/use-session.ts'
import { useState } from 'react'
import { PlainDecision } from './plain-decision.tsx'

type Props = { proposal: Proposal; onClosed: () => void }

/**
 * The dialog in which what was proposed is done, filled with it: who consents has read what there is to read. With it the
 * proposal is decided.
 */
export function Deciding({ proposal, onClosed }: Props) {
  const { call, body, number, document } = proposal
  const decision = { number, body }
  const navigate = useNavigate()
  const decided = useDecided()
  const { userId } = useLender()
  switch (call) {
    case 'fundSelection':
      return <SelectionDecision proposal={proposal} lenderUserId={userId} onClosed={onClosed} />
    case 'castVote':
      return (
        <VoteDecision
          decision={{ number, body: body as { id: string; agrees: boolean } }}
          onClosed={onClosed}
        />
      )
    case 'submitBulkFunding':
      return (
        <BulkDecision
          decision={decision}
          lenderUserId={userId}
          onClosed={onClosed}
          onProgress={() => {
            decided()
            void navigate(paths.transactions)
          }}
          onMarketplace={() => navigate(paths.marketplace)}
        />
      )
    case 'withdraw':
      return <WithdrawDecision proposal={proposal} onClosed={onClosed} />
    case 'createStrategy':
    case 'changeStrategy':
      return (
        <StrategyDialog
          strategy={call === 'changeStrategy' ? (body as unknown as Strategy) : null}
          decision={{ number, body: body as unknown as StrategyTerms }}
          onClosed={onClosed}
        />
      )
    case 'grantMandate':
      return document && <GrantDecision decision={decision} document={document} onClosed={onClosed} />
    default:
      return <PlainDecision proposal={proposal} onClosed={onClosed} />
  }
}

/** Has what the company shows of its proposals, also in the navigation, read again. */
function useDecided(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['company'] })
}

type Loan = { loanNumber: string; amount: number }

/** The rows of the amounts are not shown: what they are is fixed, and looked at by the server. */
const asChosen = ({ loanNumber, amount }: Loan): Chosen => ({
  loanNumber,
  amount,
  borrowerName: loanNumber,
  interestPercentage: 0,
  minimumFunding: amount,
  outstandingFunding: amount,
})

function SelectionDecision({ proposal, lenderUserId, onClosed }: Props & { lenderUserId: number }) {
  const { number, body } = proposal
  const navigate = useNavigate()
  const decided = useDecided()
  const [own] = useState(() => (body.loans as Loan[]).map(asChosen))
  return (
    <SelectionFlow
      own={own}
      decision={{ number, body }}
      lenderUserId={lenderUserId}
      onClosed={onClosed}
      onFunded={(selectionId) => {
        decided()
        void navigate(paths.selection(selectionId))
      }}
      onDashboard={() => navigate(paths.portfolio)}
    />
  )
}

function WithdrawDecision({ proposal: { number, body }, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const navigate = useNavigate()
  return (
    <WithdrawDialog
      open={open}
      onOpenChange={setOpen}
      decision={{ number, body }}
      onClosed={onClosed}
      onEnded={(result) => navigate(paths.withdrawStatus, { state: result })}
    />
  )
}

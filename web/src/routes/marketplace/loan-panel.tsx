import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MarketplaceFilter } from '../../features/funding/marketplace/index.ts'
import { useNeighbours } from '../../features/funding/marketplace/neighbours.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { MarketplaceLoan } from '../marketplace-loan.tsx'

type Props = { loanNumber: string; filter: MarketplaceFilter; onList: () => void }

/** A loan over the list that it was opened from, with the way to the loans above and below it. */
export function LoanPanel({ loanNumber, filter, onList }: Props) {
  const { position, previous, next } = useNeighbours(filter, loanNumber)
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  useEffect(() => {
    const link = document.querySelector(`[data-loan="${CSS.escape(loanNumber)}"]`)
    link?.closest('[data-place]')?.scrollIntoView({ block: 'nearest' })
  }, [loanNumber])
  const step = (label: string, to: string | undefined, icon: ReactNode) => (
    <IconButton
      label={label}
      // A disabled button would lose the focus at the end of the list.
      aria-disabled={to === undefined}
      className="aria-disabled:opacity-40"
      onClick={() => {
        if (to !== undefined) void navigate(paths.marketplaceLoan(to), { replace: true, state })
      }}
    >
      {icon}
    </IconButton>
  )
  return (
    <SidePanel
      label="Pinjaman"
      onClose={onList}
      head={
        <>
          <p role="status" className="figures mr-2 text-table text-mute">
            {position}
          </p>
          {step('Pinjaman sebelumnya', previous, <ChevronUp size={20} aria-hidden />)}
          {step('Pinjaman berikutnya', next, <ChevronDown size={20} aria-hidden />)}
        </>
      }
    >
      <MarketplaceLoan loanNumber={loanNumber} onList={onList} isPanel />
    </SidePanel>
  )
}

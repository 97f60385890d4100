import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
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
  const { position, beside } = useNeighbours(filter, loanNumber)
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  useEffect(() => {
    const link = document.querySelector(`[data-loan="${CSS.escape(loanNumber)}"]`)
    link?.closest('[data-place]')?.scrollIntoView({ block: 'nearest' })
  }, [loanNumber])
  // A second press may come before the first loan is drawn; it goes on from there.
  const latest = useRef(loanNumber)
  useEffect(() => {
    latest.current = loanNumber
  }, [loanNumber])
  const step = (label: string, by: -1 | 1, icon: ReactNode) => (
    <IconButton
      label={label}
      // A disabled button would lose the focus at the end of the list.
      aria-disabled={beside(loanNumber, by) === undefined}
      className="aria-disabled:opacity-40"
      onClick={() => {
        const to = beside(latest.current, by)
        if (to === undefined) return
        latest.current = to
        void navigate(paths.marketplaceLoan(to), { replace: true, state })
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
          {step('Pinjaman sebelumnya', -1, <ChevronUp size={20} aria-hidden />)}
          {step('Pinjaman berikutnya', 1, <ChevronDown size={20} aria-hidden />)}
        </>
      }
    >
      <MarketplaceLoan loanNumber={loanNumber} onList={onList} isPanel />
    </SidePanel>
  )
}

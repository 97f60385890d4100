import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { PortfolioItem } from '@pematang/contract/portfolio/endpoints'
import { Clock, PenLine } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useLender } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'

/** What the signing screen is given; it asks for the signing token itself. */
function signingState(row: PortfolioItem, digiSignId: string) {
  return {
    docToken: row.docTokenUrl,
    signCoordinatePage: row.signCoordinatePage,
    digiSignId,
    loanNumber: row.loanNumber,
    amount: row.totalLoan,
  }
}

/** Takes an agreement that is not yet signed to the signing screen. */
export function SignButton({ row }: { row: PortfolioItem }) {
  const navigate = useNavigate()
  const { digiSignId } = useLender()
  return (
    <Button
      className="px-4! mx-2 @max-[60rem]:grow"
      icon={<PenLine aria-hidden className="size-4" />}
      aria-label={`Tanda tangani ${row.loanNumber}`}
      onClick={() => navigate(paths.signing, { state: signingState(row, digiSignId) })}
    >
      Tanda tangani
    </Button>
  )
}

/** Until when a reserved funding can be signed, and what happens after. */
export function SignDeadline({ signBefore }: { signBefore: string }) {
  return (
    <p className="flex items-start gap-1.5 text-meta text-mute">
      <Clock aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
      <span>
        Menunggu tanda tangan sampai{' '}
        <strong className="font-semibold text-ink">{formatDateTimeLong(signBefore)}</strong>. Setelah itu dana
        kembali ke Cash Balance.
      </span>
    </p>
  )
}

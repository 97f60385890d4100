import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { Clock, PenLine } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMaySign } from '../../../company/member.ts'
import { paths } from '../../../paths.ts'
import { useLender } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { timeLeft } from './time-left.ts'
import { useNow } from './use-now.ts'

/** The router state for the signing screen, which requests the signing token itself. */
function signingState(row: PortfolioItem, digiSignId: string) {
  return {
    docToken: row.docTokenUrl,
    signCoordinatePage: row.signCoordinatePage,
    digiSignId,
    loanNumber: row.loanNumber,
    amount: row.totalLoan,
  }
}

/** A button that opens the signing screen for an unsigned agreement. */
function SignButton({ row }: { row: PortfolioItem }) {
  const navigate = useNavigate()
  const { digiSignId } = useLender()
  if (!useMaySign()) return null
  return (
    <Button
      className="shrink-0 px-4! @max-[60rem]:w-full"
      icon={<PenLine aria-hidden className="size-4" />}
      aria-label={`Tanda tangani ${row.loanNumber}`}
      onClick={() => navigate(paths.signing, { state: signingState(row, digiSignId) })}
    >
      Tanda tangani
    </Button>
  )
}

/** Shows until when a reserved funding can be signed, and what happens after that. */
function SignDeadline({ signBefore }: { signBefore: string }) {
  const now = useNow()
  return (
    <p className="flex items-start gap-1.5 text-meta text-mute">
      <Clock aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
      <span>
        Menunggu tanda tangan sampai{' '}
        <strong className="font-semibold whitespace-nowrap text-ink">{formatDateTimeLong(signBefore)}</strong>{' '}
        ({timeLeft(signBefore, now)}). Setelah itu dana kembali ke Cash Balance.
      </span>
    </p>
  )
}

/** The deadline and the button to sign, shown while the agreement of this row waits for the lender's signature. */
export const SignNote = ({ row }: { row: PortfolioItem }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 @min-[60rem]:flex-nowrap @min-[60rem]:rounded-control @min-[60rem]:bg-sunken @min-[60rem]:py-2 @min-[60rem]:pr-2 @min-[60rem]:pl-4">
    {row.signBefore && <SignDeadline signBefore={row.signBefore} />}
    <SignButton row={row} />
  </div>
)

/** Shown when the loan was cancelled before the agreement was signed. */
export const CancelNote = () => (
  <p className="flex items-start gap-1.5 text-meta text-mute">
    <Clock aria-hidden className="mt-px size-3.5 shrink-0 text-warn" />
    <span>
      Pinjaman ditarik dari marketplace. Perjanjian sedang dibatalkan, setelah itu dana kembali ke Cash
      Balance.
    </span>
  </p>
)

import { Navigate, useLocation, useNavigate } from 'react-router'
import type { FundingResult } from '../features/funding/index.ts'
import { type FundingState, readSigningRequest, SigningView } from '../features/signing/index.ts'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'

const reasons = {
  REJECTED: 'Perjanjian tidak ditandatangani. Dana yang disisihkan sudah kembali ke cash balance Anda.',
  EXPIRED: 'Batas waktu tanda tangan sudah lewat. Dana yang disisihkan sudah kembali ke cash balance Anda.',
  REFUNDED: 'Pinjaman ini tidak jadi dicairkan. Dana Anda sudah kembali ke cash balance Anda.',
  WITHDRAWN: 'Pinjaman ini tidak jadi dicairkan. Dana yang disisihkan sudah kembali ke cash balance Anda.',
} as const

function resultOf({ state, loanNumber, amount }: FundingState): FundingResult {
  if (state !== 'SETTLED' && state !== 'WAITING') {
    return { outcome: 'failed', loanNumber, amount, reason: reasons[state] }
  }
  return { outcome: 'success', loanNumber, amount }
}

/**
 * The embedded e-signature page. What to sign comes as router state: it is in no address, and the browser keeps
 * it over a reload.
 */
export default function Signing() {
  const navigate = useNavigate()
  const { digiSignId } = useLender()
  const request = readSigningRequest(useLocation().state, digiSignId)
  if (!request) return <Navigate to={paths.marketplace} replace />
  return (
    <SigningView
      key={request.docToken}
      request={request}
      onEnded={(state) => navigate(paths.fundingStatus, { replace: true, state: resultOf(state) })}
      onLeave={() => navigate(paths.portfolio)}
    />
  )
}

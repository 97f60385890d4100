import { Navigate, useLocation, useNavigate } from 'react-router'
import type { FundingResult } from '../features/funding/single/index.ts'
import { type FundingState, readSigningRequest, SigningView } from '../features/funding/signing/index.ts'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'

const reasons = {
  REJECTED: 'Perjanjian tidak ditandatangani. Dana yang disisihkan sudah kembali ke cash balance Anda.',
  EXPIRED: 'Batas waktu tanda tangan sudah lewat. Dana yang disisihkan sudah kembali ke cash balance Anda.',
  REFUNDED: 'Pinjaman ini tidak jadi dicairkan. Dana Anda sudah kembali ke cash balance Anda.',
  CANCELLED: 'Pinjaman ini tidak jadi dicairkan. Dana yang disisihkan sudah kembali ke cash balance Anda.',
} as const

function resultOf({ state, loanNumber, amount }: FundingState): FundingResult {
  if (state !== 'SETTLED' && state !== 'WAITING') {
    return { outcome: 'failed', loanNumber, amount, reason: reasons[state] }
  }
  return { outcome: 'success', loanNumber, amount }
}

/**
 * The selection whose agreements are signed one after the other, to which the lender returns; null for a single one.
 */
function readSelectionId(state: unknown): string | null {
  const { selectionId } = (state ?? {}) as { selectionId?: unknown }
  return typeof selectionId === 'string' && selectionId !== '' ? selectionId : null
}

/**
 * The embedded e-signature page. Its input is router state: it is not in the URL, and the browser keeps it over a
 * reload.
 */
export default function Signing() {
  const navigate = useNavigate()
  const { digiSignId } = useLender()
  const state: unknown = useLocation().state
  const request = readSigningRequest(state, digiSignId)
  const selectionId = readSelectionId(state)
  if (!request) return <Navigate to={paths.marketplace} replace />
  return (
    <SigningView
      key={request.docToken}
      request={request}
      onEnded={(ended) =>
        selectionId === null
          ? navigate(paths.fundingStatus, { replace: true, state: resultOf(ended) })
          : navigate(paths.selection(selectionId), { replace: true })
      }
      onLeave={() => navigate(selectionId === null ? paths.portfolio : paths.selection(selectionId))}
    />
  )
}

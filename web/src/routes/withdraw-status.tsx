import { Navigate, useLocation, useNavigate } from 'react-router'
import { readWithdrawResult } from '../features/withdrawal/withdraw-result.ts'
import { paths } from '../paths.ts'
import { useHideTopBar } from '../shell/top-bar-visibility.tsx'
import { Button } from '../ui/button.tsx'
import { ResultCard } from '../ui/result-card.tsx'

/** The result of a withdrawal, given as router state. With neither outcome there is none to show. */
export default function WithdrawStatus() {
  useHideTopBar()
  const navigate = useNavigate()
  const result = readWithdrawResult(useLocation().state)
  if (!result) return <Navigate to={paths.portfolio} replace />
  return result.outcome === 'success' ? (
    <ResultCard
      outcome="success"
      title="Permintaan Tarik Dana Berhasil"
      message="Dana akan masuk ke rekening Anda maksimal dalam 3 hari kerja."
      actions={<Button onClick={() => navigate(paths.transactions)}>Lihat Transaction History</Button>}
    />
  ) : (
    <ResultCard
      outcome="failure"
      title="Permintaan Tarik Dana Gagal"
      message={result.message}
      actions={<Button onClick={() => navigate(paths.portfolio)}>Kembali ke Dashboard</Button>}
    />
  )
}

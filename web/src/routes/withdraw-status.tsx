import { Navigate, useLocation, useNavigate } from 'react-router'
import { WithdrawResultView } from '../features/cash/withdrawal/withdraw-result-view.tsx'
import { readWithdrawResult } from '../features/cash/withdrawal/withdraw-result.ts'
import { paths } from '../paths.ts'
import { useHideTopBar } from '../shell/top-bar-visibility.tsx'

/** The result of a withdrawal from the router state. Without an outcome there is no result to show. */
export default function WithdrawStatus() {
  useHideTopBar()
  const navigate = useNavigate()
  const result = readWithdrawResult(useLocation().state)
  if (!result) return <Navigate to={paths.portfolio} replace />
  return (
    <WithdrawResultView
      result={result}
      onKnown={(known) => navigate(paths.withdrawStatus, { replace: true, state: known })}
      onTransactions={() => navigate(paths.transactions)}
      onDashboard={() => navigate(paths.portfolio)}
    />
  )
}

import { Navigate, useLocation, useNavigate } from 'react-router'
import { FundingResultView, readFundingResult } from '../features/funding/index.ts'
import { paths } from '../paths.ts'
import { useHideTopBar } from '../shell/top-bar-visibility.tsx'

/** The result of a funding, given as router state. Without loan number and amount there is none to show. */
export default function FundingStatus() {
  useHideTopBar()
  const navigate = useNavigate()
  const result = readFundingResult(useLocation().state)
  if (!result) return <Navigate to={paths.marketplace} replace />
  return (
    <FundingResultView
      result={result}
      onDashboard={() => navigate(paths.portfolio)}
      onMarketplace={() => navigate(paths.marketplace)}
    />
  )
}

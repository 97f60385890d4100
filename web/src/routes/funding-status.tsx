import { Navigate, useLocation, useNavigate } from 'react-router'
import { FundingResultView } from '../features/funding/single/funding-result-view.tsx'
import { readFundingResult } from '../features/funding/single/funding-result.ts'
import { paths } from '../paths.ts'
import { UnknownFunding } from '../features/funding/single/unknown-funding.tsx'
import { useHideTopBar } from '../shell/top-bar-visibility.tsx'

/** The result of a funding from the router state. Without a loan number and an amount there is no result to show. */
export default function FundingStatus() {
  useHideTopBar()
  const navigate = useNavigate()
  const result = readFundingResult(useLocation().state)
  if (!result) return <Navigate to={paths.marketplace} replace />
  const { outcome, loanNumber, amount, key } = result
  if (outcome === 'unknown' && key !== undefined) {
    return (
      <UnknownFunding
        key={key}
        result={{ ...result, key }}
        onReserved={(signing) => navigate(paths.signing, { replace: true, state: signing })}
        onFailed={(reason) =>
          navigate(paths.fundingStatus, {
            replace: true,
            state: { outcome: 'failed', loanNumber, amount, reason },
          })
        }
        onDashboard={() => navigate(paths.portfolio)}
      />
    )
  }
  return (
    <FundingResultView
      result={result}
      onDashboard={() => navigate(paths.portfolio)}
      onMarketplace={() => navigate(paths.marketplace)}
    />
  )
}

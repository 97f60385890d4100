import { Navigate, Route, Routes } from 'react-router'
import { paths } from '../paths.ts'
import { lazyScreen } from '../ui/lazy-part.tsx'

const MarketplaceLoan = lazyScreen(() => import('./marketplace-loan.tsx'))
const AutoFunding = lazyScreen(() => import('./auto-funding.tsx'))
const Deposit = lazyScreen(() => import('./deposit.tsx'))
const Tax = lazyScreen(() => import('./tax.tsx'))
const Documents = lazyScreen(() => import('./documents.tsx'))
const BulkList = lazyScreen(() => import('./bulk-list.tsx'))
const Selection = lazyScreen(() => import('./selection.tsx'))
const Signing = lazyScreen(() => import('./privy.tsx'))
const FundingStatus = lazyScreen(() => import('./funding-status.tsx'))
const WithdrawStatus = lazyScreen(() => import('./withdraw-status.tsx'))
const Notifications = lazyScreen(() => import('./notifications.tsx'))

/**
 * The screens behind the login that no visit starts with. Their list is kept out of the login script, which must stay
 * small. Any unknown path leads to the portfolio.
 */
export default function MoreScreens() {
  return (
    <Routes>
      <Route path="/marketplace/loan/:loanNumber" element={<MarketplaceLoan />} />
      <Route path={paths.autoFunding} element={<AutoFunding />} />
      <Route path={paths.deposit} element={<Deposit />} />
      <Route path={paths.documents} element={<Documents />} />
      <Route path={paths.tax} element={<Tax />} />
      <Route
        path="/bulk-list/:upload_secure_id/:total_loan/:total_loan_amount/:loan_type_id"
        element={<BulkList />}
      />
      <Route path="/marketplace/selection/:selectionId" element={<Selection />} />
      <Route path={paths.signing} element={<Signing />} />
      <Route path={paths.fundingStatus} element={<FundingStatus />} />
      <Route path={paths.withdrawStatus} element={<WithdrawStatus />} />
      <Route path="/notifications/:part?" element={<Notifications />} />
      <Route path="*" element={<Navigate to={paths.portfolio} replace />} />
    </Routes>
  )
}

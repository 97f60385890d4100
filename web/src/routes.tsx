import { lazy, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { paths } from './paths.ts'
import { readSession } from './session/store.ts'
import { useSession } from './session/use-session.ts'

const loadLogin = () => import('./routes/login.tsx')
const loadLayout = () => import('./shell/app-layout.tsx')

// Whoever arrives needs one of the two: it is asked for before the first render, not after it.
void (readSession() ? loadLayout() : loadLogin())

const Login = lazy(loadLogin)
const ResetPassword = lazy(() => import('./routes/reset-password.tsx'))
const AppLayout = lazy(() => loadLayout().then((module) => ({ default: module.AppLayout })))
const Dashboard = lazy(() => import('./routes/dashboard.tsx'))
const Portfolio = lazy(() => import('./routes/dashboard-porto.tsx'))
const UserPortfolio = lazy(() => import('./routes/dashboard-user-porto.tsx'))
const Transactions = lazy(() => import('./routes/dashboard-transaction-history.tsx'))
const Marketplace = lazy(() => import('./routes/marketplace.tsx'))
const Deposit = lazy(() => import('./routes/deposit.tsx'))
const BulkList = lazy(() => import('./routes/bulk-list.tsx'))
const Signing = lazy(() => import('./routes/privy.tsx'))
const FundingStatus = lazy(() => import('./routes/funding-status.tsx'))
const WithdrawStatus = lazy(() => import('./routes/withdraw-status.tsx'))
const Terms = lazy(() => import('./routes/terms.tsx'))

/** Login and what belongs to it is for guests; who has a session goes to the portfolio. */
function GuestsOnly() {
  return useSession() ? <Navigate to={paths.portfolio} replace /> : <Outlet />
}

/** Everything else needs a session. What is below is drawn anew for each session. */
function LendersOnly() {
  const session = useSession()
  return session ? <Outlet key={session.token} /> : <Navigate to={paths.login} replace />
}

/** The routes of section 2 of the specification. The empty path and any unknown one lead to the portfolio. */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<GuestsOnly />}>
          <Route path={paths.login} element={<Login />} />
          <Route path={paths.resetPassword} element={<ResetPassword />} />
        </Route>
        <Route element={<LendersOnly />}>
          <Route element={<AppLayout />}>
            <Route path="/dashboard" element={<Dashboard />}>
              <Route index element={<Navigate to={paths.portfolio} replace />} />
              <Route path="porto" element={<Portfolio />} />
              <Route path="user-porto" element={<UserPortfolio />} />
              <Route path="transaction-history" element={<Transactions />} />
            </Route>
            <Route path={paths.marketplace} element={<Marketplace />} />
            <Route path={paths.deposit} element={<Deposit />} />
            <Route
              path="/bulk-list/:upload_secure_id/:total_loan/:total_loan_amount/:loan_type_id"
              element={<BulkList />}
            />
            <Route path={paths.signing} element={<Signing />} />
            <Route path={paths.fundingStatus} element={<FundingStatus />} />
            <Route path={paths.withdrawStatus} element={<WithdrawStatus />} />
          </Route>
          <Route path={paths.terms} element={<Terms />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.portfolio} replace />} />
      </Routes>
    </Suspense>
  )
}

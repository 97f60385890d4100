import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { paths } from './paths.ts'
import { returnState, returnTarget } from './return-target.ts'
import { useSession } from './session/use-session.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { useDrawnShell, useFirstDrawing } from './shell/first-paint.ts'
import { OutageScreen } from './shell/outage-screen.tsx'
import { usePageTitle } from './shell/page-title.ts'
import { ScreenPart } from './shell/screen-part.tsx'
import { lazyPart, lazyScreen, prefetch } from './ui/lazy-part.tsx'

const loadLogin = () => import('./routes/login.tsx').then((module) => module.default)
const loadLayout = () => import('./shell/app-layout.tsx').then((module) => module.AppLayout)
const loadResetPassword = () => import('./routes/reset-password.tsx')
const loadDashboard = () => import('./routes/dashboard.tsx')
const loadPortfolio = () => import('./routes/dashboard-porto.tsx')

/** Loads the layout or the login before the first render, because every visit needs one of the two. */
export const prefetchFirst = (hasSession: boolean) => prefetch(hasSession ? loadLayout : loadLogin)

/** Fetches the screens that follow the login while the lender types, so that they open at once. */
export const prefetchAfterLogin = () => prefetch(loadLayout, loadDashboard, loadPortfolio, loadResetPassword)

const Login = lazyPart<object>(loadLogin)
const ResetPassword = lazyScreen(loadResetPassword)
const AppLayout = lazyPart<object>(loadLayout)
const Dashboard = lazyScreen(loadDashboard)
const Portfolio = lazyScreen(loadPortfolio)
const UserPortfolio = lazyScreen(() => import('./routes/dashboard-user-porto.tsx'))
const Transactions = lazyScreen(() => import('./routes/dashboard-transaction-history.tsx'))
const Marketplace = lazyScreen(() => import('./routes/marketplace.tsx'))
const MoreScreens = lazyScreen(() => import('./routes/more-screens.tsx'))
const Verification = lazyScreen(() => import('./routes/verification.tsx'))
const Terms = lazyScreen(() => import('./routes/terms.tsx'))

/**
 * Login and password reset are for guests; with a session they redirect to the requested screen, or to the portfolio.
 */
function GuestsOnly() {
  const state: unknown = useLocation().state
  return useSession() ? <Navigate to={returnTarget(state) ?? paths.portfolio} replace /> : <Outlet />
}

/** All other screens need a session. They are remounted for each session. */
function LendersOnly() {
  const session = useSession()
  const location = useLocation()
  return session ? (
    <Outlet key={session.userId} />
  ) : (
    <Navigate to={paths.login} state={returnState(location)} replace />
  )
}

/** Screens without the top bar, or without the layout. */
const bare: readonly string[] = [paths.terms, paths.verification, paths.fundingStatus, paths.withdrawStatus]

/** Shown while the code of the first screen loads; a logged-in lender sees the layout around it. */
function FirstLoading() {
  const session = useSession()
  const { pathname } = useLocation()
  useDrawnShell(session !== null && !bare.includes(pathname))
  return null
}

/** The app within a router; the server also renders it, as a guest sees it. */
export function App() {
  useFirstDrawing()
  return (
    <ErrorBoundary>
      <OutageScreen>
        <AppRoutes />
      </OutageScreen>
    </ErrorBoundary>
  )
}

/** The routes of section 2 of the specification. The empty path and any unknown one lead to the portfolio. */
function AppRoutes() {
  usePageTitle()
  return (
    <ScreenPart loading={<FirstLoading />}>
      <Routes>
        <Route element={<GuestsOnly />}>
          <Route path={paths.login} element={<Login />} />
          <Route path={paths.resetPassword} element={<ResetPassword />} />
        </Route>
        <Route path={paths.verification} element={<Verification />} />
        <Route element={<LendersOnly />}>
          <Route element={<AppLayout />}>
            <Route path="/dashboard" element={<Dashboard />}>
              <Route index element={<Navigate to={paths.portfolio} replace />} />
              <Route path="porto" element={<Portfolio />} />
              <Route path="user-porto" element={<UserPortfolio />} />
              <Route path="transaction-history" element={<Transactions />} />
            </Route>
            <Route path={paths.marketplace} element={<Marketplace />} />
            <Route path="*" element={<MoreScreens />} />
          </Route>
          <Route path={paths.terms} element={<Terms />} />
        </Route>
      </Routes>
    </ScreenPart>
  )
}

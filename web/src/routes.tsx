import { useEffect } from 'react'
import { createRoutesFromElements, Navigate, Outlet, Route, useLocation, useRoutes } from 'react-router'
import { paths } from './paths.ts'
import { returnState, returnTarget } from './return-target.ts'
import { useSession } from './session/use-session.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { useDrawnShell, useFirstDrawing } from './shell/first-paint.ts'
import { OutageScreen } from './shell/outage-screen.tsx'
import { ScreenPart } from './shell/screen-part.tsx'
import { type LazyPart, lazyPart, lazyScreen } from './ui/lazy-part.tsx'

const Login = lazyPart<object>(() => import('./routes/login.tsx').then((module) => module.default))
const ResetPassword = lazyScreen(() => import('./routes/reset-password.tsx'))
const AppLayout = lazyPart<object>(() => import('./shell/app-layout.tsx').then((module) => module.AppLayout))
const Dashboard = lazyScreen(() => import('./routes/dashboard.tsx'))
const Portfolio = lazyScreen(() => import('./routes/dashboard-porto.tsx'))
const UserPortfolio = lazyScreen(() => import('./routes/dashboard-user-porto.tsx'))
const Transactions = lazyScreen(() => import('./routes/dashboard-transaction-history.tsx'))
const loadMarketplace = () => import('./routes/marketplace-area.tsx')
const MarketplaceArea = lazyScreen(loadMarketplace)
const loadMoreScreens = () => import('./routes/more-screens.tsx')
const MoreScreens = lazyScreen(loadMoreScreens)
const Verification = lazyScreen(() => import('./routes/verification.tsx'))
const Invitation = lazyScreen(() => import('./routes/invitation.tsx'))
const Terms = lazyScreen(() => import('./routes/terms.tsx'))

/** The code of a lender's screen at a path below /lender, with that of the layout around it. */
function partsAt(pathname: string): LazyPart[] {
  if (pathname === paths.terms) return [Terms]
  if (pathname.startsWith(paths.verification)) return [Verification]
  if (pathname === paths.invitation) return [Invitation]
  if (pathname === paths.marketplace || pathname.startsWith(paths.marketplaceLoan('')))
    return [AppLayout, MarketplaceArea]
  if (pathname.startsWith(paths.userPortfolio)) return [AppLayout, Dashboard, UserPortfolio]
  if (pathname.startsWith(paths.transactions)) return [AppLayout, Dashboard, Transactions]
  return pathname.startsWith('/dashboard') || pathname === '/' || pathname === '' || pathname === paths.login
    ? [AppLayout, Dashboard, Portfolio]
    : [AppLayout, MoreScreens]
}

/**
 * Fetches the code of the first screen before it renders: a placeholder that React has shown stays for 300 ms. Ends
 * also where the code does not load; the screen reports that.
 * @param pathname below /lender
 */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const parts = partsAt(pathname)
  await Promise.all(parts.map((part) => part.preload()))
  const load = parts.includes(MoreScreens)
    ? loadMoreScreens
    : parts.includes(MarketplaceArea)
      ? loadMarketplace
      : null
  await load?.().then(
    ({ preloadScreen }) => preloadScreen(pathname),
    () => undefined,
  )
}

export const loadLogin = (): Promise<void> => Login.preload()

/** Fetches the screens that follow the login while the lender types, so that they open at once. */
export function prefetchAfterLogin(): void {
  for (const part of [AppLayout, Dashboard, Portfolio, ResetPassword]) void part.preload()
}

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
const bare: readonly string[] = [
  paths.terms,
  paths.verification,
  paths.invitation,
  paths.fundingStatus,
  paths.withdrawStatus,
]

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

/**
 * The routes of section 2 of the specification. The empty path and any unknown one lead to the portfolio. A path in
 * other letters is unknown, as it is to the server, which sends the scripts and first calls of the portfolio with it.
 */
export const routes = createRoutesFromElements(
  <>
    <Route element={<GuestsOnly />}>
      <Route caseSensitive path={paths.login} element={<Login />} />
      <Route caseSensitive path={paths.resetPassword} element={<ResetPassword />} />
    </Route>
    <Route caseSensitive path={paths.verification} element={<Verification />} />
    <Route caseSensitive path={paths.invitation} element={<Invitation />} />
    <Route element={<LendersOnly />}>
      <Route element={<AppLayout />}>
        <Route caseSensitive path="/dashboard" element={<Dashboard />}>
          <Route index element={<Navigate to={paths.portfolio} replace />} />
          <Route caseSensitive path="porto" element={<Portfolio />} />
          <Route caseSensitive path="user-porto" element={<UserPortfolio />} />
          <Route caseSensitive path="transaction-history" element={<Transactions />} />
        </Route>
        {/* The same element, so that it stays when a loan is opened from the list. */}
        <Route caseSensitive path={paths.marketplace} element={<MarketplaceArea />} />
        <Route caseSensitive path="/marketplace/loan/:loanNumber" element={<MarketplaceArea />} />
        <Route path="*" element={<MoreScreens />} />
      </Route>
      <Route caseSensitive path={paths.terms} element={<Terms />} />
    </Route>
  </>,
)

/** The title of the browser tab. Its names are loaded after the screen, which does not need them. */
function usePageTitle(): void {
  const location = useLocation()
  const { pathname } = location
  const state: unknown = location.state
  useEffect(() => {
    import('./shell/page-title.ts').then(
      ({ pageTitleOf }) => {
        document.title = pageTitleOf(pathname, state)
      },
      // The title of before is no reason to disturb.
      () => {},
    )
  }, [pathname, state])
}

function AppRoutes() {
  usePageTitle()
  return <ScreenPart loading={<FirstLoading />}>{useRoutes(routes)}</ScreenPart>
}

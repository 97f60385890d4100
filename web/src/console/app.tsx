import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Route, Routes } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ActionPage } from './actions/action-page.tsx'
import { followSessionEnd } from './api/call.ts'
import { useCall } from './api/use-call.ts'
import { FilePage } from './files/file-page.tsx'
import { FilesPage } from './files/files-page.tsx'
import { Invitation } from './login/invitation.tsx'
import { Login } from './login/login.tsx'
import { MyPasskeys } from './login/my-passkeys.tsx'
import { LenderPage } from './objects/lender-page.tsx'
import { LoanPage, PaymentPage, WithdrawalPage } from './objects/object-pages.tsx'
import { Page } from './parts/page.tsx'
import { objectPlaces, paths } from './paths.ts'
import { ProposalPage } from './proposals/proposal-page.tsx'
import { ProposalsPage } from './proposals/proposals-page.tsx'
import { SearchPage } from './search/search-page.tsx'
import { MeProvider } from './session/me.ts'
import { Layout } from './shell/layout.tsx'
import { StaffPage } from './staff/staff-page.tsx'
import { TodayPage } from './today/today-page.tsx'
import { TrailPage } from './trail/trail-page.tsx'

/** The console: the way in for guests, the screens for the person who is logged in. */
export function App() {
  return (
    <Routes>
      <Route path={`${paths.invitation}/*`} element={<Invitation />} />
      <Route path="*" element={<Inside />} />
    </Routes>
  )
}

/** The key of the query that knows who is logged in. */
const sessionKey = ['GET /session', null] as const

/**
 * The screens, or the login in their place: the address stays, so that after the login one is where one was.
 */
function Inside() {
  const me = useCall('GET /session')
  const cache = useQueryClient()
  const [hasEnded, setHasEnded] = useState(false)
  useEffect(
    () =>
      followSessionEnd(() => {
        // A guest's first question is refused too.
        if (cache.getQueryData(sessionKey) === undefined) return
        setHasEnded(true)
        cache.removeQueries({ predicate: ({ queryKey: [route] }) => route !== sessionKey[0] })
        void cache.resetQueries({ queryKey: sessionKey })
      }),
    [cache],
  )
  if (me.data !== undefined)
    return (
      <MeProvider value={me.data}>
        <Screens />
      </MeProvider>
    )
  if (me.isPending)
    return (
      <p role="status" className="grid min-h-dvh place-items-center text-mute">
        <Spinner />
        <span className="sr-only">Memuat…</span>
      </p>
    )
  if (me.error instanceof ApiError && me.error.kind === 'session')
    return (
      <Login
        hasEnded={hasEnded}
        onLoggedIn={() => {
          setHasEnded(false)
          void me.refetch()
        }}
      />
    )
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotLoaded title="Konsol tidak dapat dibuka" query={me} />
    </main>
  )
}

const Screens = () => (
  <Routes>
    <Route element={<Layout />}>
      <Route path={paths.today} element={<TodayPage />} />
      <Route path={paths.search} element={<SearchPage />} />
      <Route path={paths.proposals} element={<ProposalsPage />} />
      <Route path={`${paths.proposals}/:number`} element={<ProposalPage />} />
      <Route path={`${paths.actions}/:name`} element={<ActionPage />} />
      <Route path={`${objectPlaces.LENDER}/:id`} element={<LenderPage />} />
      <Route path={`${objectPlaces.LOAN}/:id`} element={<LoanPage />} />
      <Route path={`${objectPlaces.PAYMENT}/:id`} element={<PaymentPage />} />
      <Route path={`${objectPlaces.WITHDRAWAL}/:id`} element={<WithdrawalPage />} />
      <Route path={paths.files} element={<FilesPage />} />
      <Route path={`${paths.files}/:id`} element={<FilePage />} />
      <Route path={paths.trail} element={<TrailPage />} />
      <Route path={paths.staff} element={<StaffPage />} />
      <Route path={paths.passkeys} element={<MyPasskeys />} />
      <Route path="*" element={<Missing />} />
    </Route>
  </Routes>
)

const Missing = () => (
  <Page title="Halaman tidak ditemukan">
    <p className="text-mute">Alamat ini tidak ada di konsol. Pilih layar di menu, atau cari dengan Ctrl K.</p>
  </Page>
)

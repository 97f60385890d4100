import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadConfig } from './config.ts'
import { paths } from './paths.ts'
import { App, prefetchAfterLogin, prefetchFirst } from './routes.tsx'
import { returnState } from './return-target.ts'
import { followTouches } from './session/attention.ts'
import { followFailures } from './session/end.ts'
import { followPendingLogouts } from './session/pending-logout.ts'
import { followOtherTabs, readSession } from './session/store.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { keepDrawnLogin } from './shell/first-paint.ts'
import './styles/index.css'
import { GlobalLoader } from './ui/global-loader.tsx'
import { PartNotLoaded } from './ui/lazy-part.tsx'
import { Toaster } from './ui/toaster.tsx'

const base = '/lender'
const options: RootOptions = {
  // A script that failed to load is not logged: the screen reports it, and the browser has already logged the file.
  onCaughtError(error, { componentStack }) {
    if (!(error instanceof PartNotLoaded)) console.error(error, componentStack)
  },
}
const app = (
  <StrictMode>
    <BrowserRouter basename={base}>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** Hydrates the server-rendered login form with what was typed; everything else is rendered from scratch. */
function start(root: HTMLElement) {
  const isGuest = readSession() === null
  prefetchFirst(!isGuest)
  const { pathname } = location
  const isDrawn = ![paths.resetPassword, paths.verification].some((path) => pathname.startsWith(base + path))
  if (isGuest && isDrawn && keepDrawnLogin(root)) {
    // A guest is redirected to the login anyway; setting its URL before rendering avoids rendering the form twice.
    if (pathname !== base + paths.login) {
      const usr = returnState({ pathname: pathname.slice(base.length), search: location.search })
      history.replaceState({ usr }, '', base + paths.login)
    }
    hydrateRoot(root, app, options)
  } else {
    root.replaceChildren()
    const drawing = createRoot(root, options)
    // Rendered as a transition, so that input stays responsive.
    startTransition(() => drawing.render(app))
  }
  if (isGuest) addEventListener('focusin', prefetchAfterLogin, { once: true })
}

void loadConfig()
followOtherTabs(window)
followTouches()
followFailures()
followPendingLogouts(window)

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no #app')
start(root)

// The error boundary has a root of its own, because it covers the app's dialogs and the server cannot render it.
createRoot(document.createElement('div'), options).render(
  <ErrorBoundary>
    <Toaster />
    <GlobalLoader />
  </ErrorBoundary>,
)

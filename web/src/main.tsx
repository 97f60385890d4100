import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadConfig } from './config.ts'
import { paths } from './paths.ts'
import { App, loadFirstScreen, loadLogin, prefetchAfterLogin } from './routes.tsx'
import { returnState } from './return-target.ts'
import { followTouches } from './session/attention.ts'
import { followFailures } from './session/end.ts'
import { followPendingLogouts } from './session/pending-logout.ts'
import { followOtherTabs, readSession } from './session/store.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { keepDrawnLogin } from './shell/first-paint.ts'
import { tellNewRelease } from './shell/new-release.ts'
import './styles/index.css'
import { GlobalLoader } from './ui/global-loader.tsx'
import { keepFocus } from './ui/keep-focus.ts'
import { PartNotLoaded } from './ui/lazy-part.tsx'
import { stopStraySecondPresses } from './ui/second-presses.ts'
import { Toaster } from './ui/toaster.tsx'

const base = '/lender'
const options: RootOptions = {
  // A script that failed to load is not logged: the screen reports it, and the browser has already logged the file.
  onCaughtError(error, { componentStack }) {
    if (error instanceof PartNotLoaded) void tellNewRelease()
    else console.error(error, componentStack)
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
async function start(root: HTMLElement): Promise<void> {
  const { pathname } = location
  if (readSession() !== null) {
    // The layout that the server rendered is shown meanwhile.
    await loadFirstScreen(pathname.slice(base.length))
    return render(root)
  }
  void loadLogin()
  addEventListener('focusin', prefetchAfterLogin, { once: true })
  const isDrawn = ![paths.resetPassword, paths.verification, paths.invitation].some((path) =>
    pathname.startsWith(base + path),
  )
  if (!isDrawn || !keepDrawnLogin(root)) return render(root)
  // A guest is redirected to the login anyway; setting its URL before rendering avoids rendering the form twice.
  if (pathname !== base + paths.login) {
    const usr = returnState({ pathname: pathname.slice(base.length), search: location.search })
    history.replaceState({ usr }, '', base + paths.login)
  }
  hydrateRoot(root, app, options)
}

function render(root: HTMLElement): void {
  root.replaceChildren()
  const drawing = createRoot(root, options)
  // Rendered as a transition, so that input stays responsive.
  startTransition(() => drawing.render(app))
}

void loadConfig()
followOtherTabs(window)
followTouches()
stopStraySecondPresses()
keepFocus()
followFailures()
followPendingLogouts(window)

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no #app')
void start(root)

// The error boundary has a root of its own, because it covers the app's dialogs and the server cannot render it.
createRoot(document.createElement('div'), options).render(
  <ErrorBoundary>
    <Toaster />
    <GlobalLoader />
  </ErrorBoundary>,
)

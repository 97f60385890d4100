import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadConfig } from './config.ts'
import { AppRoutes } from './routes.tsx'
import { followFailures } from './session/end.ts'
import { followOtherTabs } from './session/store.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import './styles/index.css'
import { GlobalLoader } from './ui/global-loader.tsx'
import { Toaster } from './ui/toaster.tsx'

void loadConfig()
followOtherTabs(window)
followFailures()

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no #app')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <BrowserRouter basename="/lender">
        <AppRoutes />
        <Toaster />
        <GlobalLoader />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
)

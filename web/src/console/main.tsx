import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { followTouches } from '../session/attention.ts'
import { localStore } from '../session/storage.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { createQueryClient } from '../shell/query-client.ts'
import { stopStraySecondPresses } from '../ui/second-presses.ts'
import { Toaster } from '../ui/toaster.tsx'
import { App } from './app.tsx'
import './console.css'
import { base } from './paths.ts'

const theme = localStore().getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

followTouches()
stopStraySecondPresses()

const root = document.getElementById('app')
if (!root) throw new Error('console.html has no #app')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter basename={base}>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
    <Toaster />
  </StrictMode>,
)

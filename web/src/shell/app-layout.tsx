import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { Notices } from '../features/notices/notices.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { createQueryClient } from './query-client.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useTopOnNewScreen } from './top-on-new-screen.ts'
import { TopBarVisibility, useTopBarHidden } from './top-bar-visibility.tsx'

function Frame() {
  const hidden = useTopBarHidden()
  useTopOnNewScreen()
  return (
    <div data-layout="lender" className={hidden ? '[--topbar-height:0px]' : ''}>
      <a
        href="#isi"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-brand px-4 py-3 text-on-brand focus:translate-y-0"
      >
        Langsung ke isi
      </a>
      {!hidden && <TopBar />}
      <div className="md:grid md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]">
        <Sidebar />
        <main
          id="isi"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1248px] px-4 pt-5 pb-28 outline-none md:px-6 md:pt-6 md:pb-12"
        >
          {!hidden && <Notices />}
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar />
    </div>
  )
}

/** The logged-in layout. Everything that is fetched belongs to one session and goes with it. */
export function AppLayout() {
  const [client] = useState(createQueryClient)
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <TopBarVisibility>
          <Frame />
        </TopBarVisibility>
      </QueryClientProvider>
    </CSPProvider>
  )
}

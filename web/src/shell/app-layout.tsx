import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { Notices } from '../features/lenders/notifications/notices.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { columnsClass, mainClass } from './layout-skeleton.tsx'
import { Footer } from './footer.tsx'
import { ignoreLinksToHere } from './links-to-here.ts'
import { prefetchWhenIdle } from './prefetch.ts'
import { OfflineBar } from './offline-bar.tsx'
import { createQueryClient } from './query-client.ts'
import { ScreenPart } from './screen-part.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { UntilSignedOut } from './signed-out-screen.tsx'
import { TopBar } from './top-bar.tsx'
import { useTopOnNewScreen } from './top-on-new-screen.ts'
import { TopBarVisibility, useTopBarHidden } from './top-bar-visibility.tsx'

function Frame() {
  const hidden = useTopBarHidden()
  useTopOnNewScreen()
  useEffect(() => prefetchWhenIdle('layout'), [])
  return (
    <div
      data-layout="lender"
      className={hidden ? '[--topbar-height:0px]' : ''}
      onClickCapture={ignoreLinksToHere}
    >
      <a
        href="#isi"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-brand px-4 py-3 text-on-brand focus:translate-y-0"
      >
        Langsung ke isi
      </a>
      {!hidden && <TopBar />}
      <OfflineBar />
      <div className={columnsClass}>
        <Sidebar />
        <main id="isi" tabIndex={-1} className={mainClass}>
          {!hidden && <Notices />}
          <ScreenPart loading={<ScreenSkeleton />}>
            <Outlet />
          </ScreenPart>
          <Footer className="mt-10" />
        </main>
      </div>
      <BottomBar />
    </div>
  )
}

/** The logged-in layout. The query cache belongs to one session and is discarded with it. */
export function AppLayout() {
  const [client] = useState(createQueryClient)
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <UntilSignedOut>
          <TopBarVisibility>
            <Frame />
          </TopBarVisibility>
        </UntilSignedOut>
      </QueryClientProvider>
    </CSPProvider>
  )
}

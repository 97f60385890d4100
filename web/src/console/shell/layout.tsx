import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { OfflineBar } from '../../shell/offline-bar.tsx'
import { useCall } from '../api/use-call.ts'
import { Palette } from '../search/palette.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Proposals are asked for this often, in milliseconds, while the console is looked at. */
const often = 60_000

/** The frame of all screens behind the login. */
export function Layout() {
  const [searching, setSearching] = useState(false)
  const forMe =
    useCall('GET /approvals', { for: 'me', limit: '100' }, { every: often }).data?.rows.length ?? 0
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] [--topbar-height:56px] md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]">
      <a
        href="#isi"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2"
      >
        Langsung ke isi
      </a>
      <Sidebar forMe={forMe} />
      <div className="min-w-0 pb-20 md:pb-8">
        <TopBar onSearch={() => setSearching(true)} />
        <OfflineBar />
        <Outlet />
      </div>
      <BottomBar forMe={forMe} />
      <Palette open={searching} onOpenChange={setSearching} />
    </div>
  )
}

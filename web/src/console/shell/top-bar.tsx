import { Search } from 'lucide-react'
import { useState } from 'react'
import { ThemeToggle } from '../../shell/theme-toggle.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMe } from '../session/me.ts'
import { PersonLinks } from './person-links.tsx'

/** The search, which Ctrl K opens too, the theme and the person. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface/95 px-4 backdrop-blur-sm sm:px-6">
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K"
        className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-control border border-field-line bg-sunken px-3 text-left text-table text-mute hover:text-ink sm:max-w-110"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">Cari Pemberi Dana, pinjaman, pembayaran…</span>
        <kbd className="hidden rounded-mark border border-line bg-surface px-1.5 font-sans text-meta sm:block">
          Ctrl K
        </kbd>
      </button>
      <span className="ml-auto flex items-center gap-1">
        <ThemeToggle />
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="hidden min-h-10 items-center gap-2 rounded-control px-2 text-table font-medium hover:bg-idle-tint md:flex"
        >
          <span
            aria-hidden
            className="grid size-7 place-items-center rounded-full bg-brand-tint text-meta font-bold text-brand"
          >
            {initials(me.name)}
          </span>
          {me.name}
        </button>
      </span>
      <Dialog open={open} onOpenChange={setOpen} title="Anda" size="small">
        <PersonLinks onChosen={() => setOpen(false)} />
      </Dialog>
    </header>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('')
